import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { readTrace } from './read.ts';

const place = { pid: 1, tid: 1 };

async function read(trace: object): Promise<Awaited<ReturnType<typeof imported>> & { readonly rows: readonly string[] }> {
  const found = await imported(readTrace, JSON.stringify(trace), 999);
  return { ...found, rows: found.model.threads.flatMap((thread) => rowsOf(found.model, thread)) };
}

suite('samples in Chrome’s trace', () => {
  test('events with a stack are samples: of phase P, as Dart writes them, and instants', async () => {
    const stackFrames = {
      '1-1': { name: 'main' },
      '1-2': { name: 'heavy', parent: '1-1', sourceLine: 12, resolvedUrl: 'package:a/main.dart' },
    };
    const sample = (ph: string, ts: number): object => ({ ...place, ph, name: '', cat: 'Dart', ts, sf: '1-2' });
    const { rows, report } = await read({ stackFrames, traceEvents: [sample('P', 1_000), sample('i', 2_000), sample('P', 301_000)] });
    // One interval of 1 ms, then a pause of 299 ms.
    assert.deepEqual(rows, ['0-2 main/heavy', '300-301 main/heavy']);
    assert.match(report.text, /Read: 3 events, 3 samples\./);
    assert.doesNotMatch(report.text, /Skipped/);
  });

  test('a stack may be a list of names, the outermost first', async () => {
    const sample = (ts: number, stack: readonly string[]): object => ({ ...place, ph: 'i', name: '', ts, stack });
    const { rows } = await read([sample(0, ['main', 'open']), sample(1_000, ['main', 'total']), sample(2_000, ['main'])]);
    assert.deepEqual(rows, ['0-1 main/open', '1-2 main/total', '2-3 main']);
  });

  test('V8’s last sample does not last until the end of the trace', async () => {
    const nodes = [
      { id: 1, callFrame: { functionName: '(root)' } },
      { id: 2, parent: 1, callFrame: { functionName: 'work' } },
    ];
    const chunk = { cpuProfile: { nodes, samples: [2, 2, 2] }, timeDeltas: [1_000, 1_000, 1_000] };
    const later = { ...place, ph: 'X', name: 'RunTask', ts: 7_000_000, dur: 1_000 };
    const { model, rows } = await read([
      { ...place, ph: 'P', name: 'Profile', id: '0x1', ts: 1_000_000, args: { data: { startTime: 1_000_000 } } },
      { ...place, tid: 9, ph: 'P', name: 'ProfileChunk', id: '0x1', ts: 1_004_000, args: { data: chunk } },
      later,
    ]);
    // Two intervals of 1 ms, and a usual one.
    assert.deepEqual(rows, ['0-3 work', '5999-6000 RunTask']);
    assert.deepEqual(lagsOf(model), []);
  });

  test('chunks of a profile may precede its begin and each other', async () => {
    // Written at 2 and 4 ms: a from 1 to 3 ms, then b to 5 ms.
    const chunk = (name: string, id: number, ts: number): object => {
      const cpuProfile = { nodes: [{ id, callFrame: { functionName: name } }], samples: [id, id] };
      return { ...place, tid: 9, ph: 'P', name: 'ProfileChunk', id: 7, ts, args: { data: { cpuProfile, timeDeltas: [1_000, 1_000] } } };
    };
    const profile = { ...place, ph: 'P', name: 'Profile', id: 7, ts: 0, args: { data: { startTime: 0 } } };
    const { rows, report } = await read([chunk('b', 2, 4_000), profile, chunk('a', 1, 2_000), { ...chunk('c', 3, 1), pid: 2 }]);
    assert.deepEqual(rows, ['0-2 a', '2-4 b']);
    assert.match(report.text, /Skipped: 1 piece of profiles without a begin/);
  });

  test('a whole profile of V8 that ends long after its last sample has no lag either', async () => {
    const nodes = [{ id: 2, callFrame: { functionName: 'work' } }];
    const cpuProfile = { nodes, samples: [2, 2, 2], timeDeltas: [1_000, 1_000, 1_000], startTime: 1_000_000, endTime: 7_003_000 };
    const event = { ...place, ph: 'I', name: 'CpuProfile', ts: 7_010_000, args: { data: { cpuProfile } } };
    const { model, rows } = await read([event, { ...place, ph: 'X', name: 'RunTask', ts: 7_000_000, dur: 1_000 }]);
    assert.deepEqual(rows, ['0-3 work', '5999-6000 RunTask']);
    assert.deepEqual(lagsOf(model), []);
  });

  test('threads that are sampled on their core only are not in their last stack while they sleep', async () => {
    // A sampler of 1 ms: thread 1 runs for 3 ms, sleeps for a second, runs again; thread 2 ran twice, two seconds apart.
    const sample = (tid: number, ts: number): object => ({ cpu: 0, pid: 1, tid, ts, weight: 1, sf: '1' });
    const at = [0, 1_000, 2_000, 1_002_000, 1_003_000, 1_004_000];
    const samples = [...at.map((ts) => sample(1, ts)), sample(2, 10_000), sample(2, 2_010_000)];
    const { rows } = await read({ traceEvents: [], stackFrames: { 1: { name: 'copy' } }, samples });
    assert.deepEqual(rows, ['0-3 copy', '1002-1005 copy', '10-11 copy', '2010-2011 copy']);
  });

  test('samples without a process are those of the thread with their id', async () => {
    const sample = (ts: number): object => ({ cpu: 0, tid: 8, comm: 'worker', ts, sf: 1 });
    const slice = { pid: 1, tid: 8, ph: 'X', name: 'task', ts: 0, dur: 2_000 };
    const { model, rows } = await read({ traceEvents: [slice], stackFrames: { 1: { name: 'copy' } }, samples: [sample(0), sample(1_000)] });
    assert.deepEqual([model.threads.length, rows], [1, ['0-2 task/copy']]);
  });

  test('profiles of one thread that number their nodes alike keep their own functions', async () => {
    const profile = (functionName: string, startTime: number): object => {
      const nodes = [{ id: 1, callFrame: { functionName } }];
      return { nodes, samples: [1, 1], timeDeltas: [0, 1_000], startTime, endTime: startTime + 2_000 };
    };
    const event = (cpuProfile: object): object => ({ ...place, ph: 'I', name: 'CpuProfile', ts: 0, args: { data: { cpuProfile } } });
    const { rows } = await read([event(profile('first', 0)), event(profile('second', 500_000))]);
    assert.deepEqual(rows, ['0-2 first', '500-502 second']);
  });

  test('columns of a release’s bundle stay, and its frames without a folder are read', async () => {
    const stackFrames = {
      1: { name: 'anonymous (address at index.android.bundle:1)', category: 'JavaScript' },
      2: { name: 't(index.android.bundle:1:3120)', category: 'JavaScript', parent: '1' },
      3: { name: 'render(/app/src/Cart.js:12:5)', category: 'JavaScript', parent: '1' },
      4: { name: 't', category: 'JavaScript', parent: '1', funcVirtAddr: '158', offset: '30' },
    };
    const samples = [2, 3, 4].map((sf, index) => ({ pid: 5, tid: '5', ts: `${index * 1_000}`, sf }));
    const { model } = await read({ traceEvents: [], stackFrames, samples });
    assert.deepEqual(
      model.methods.slice(1).map((method) => [method?.name, method?.sourceFile]),
      [
        ['anonymous', 'index.android.bundle'],
        ['t', 'index.android.bundle:1:3120'],
        ['render', '/app/src/Cart.js'],
        ['t', 'bytecode:1:158'],
      ],
    );
  });
});
