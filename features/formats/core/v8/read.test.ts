import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { beginningOf } from '../recognition/beginning.ts';
import { looksLikeCpuProfile, readCpuProfile } from './read.ts';
import { writeCpuProfile } from './write.ts';

const node = (id: number, functionName: string, more: object = {}): object => ({
  id,
  callFrame: { functionName, scriptId: '1', url: 'file:///shop/cart.js', lineNumber: 6, columnNumber: 2 },
  ...more,
});
/** (root) calls open, which calls total; V8 lists what is not JavaScript below (root). */
const nodes = [
  node(1, '(root)', { children: [2, 4, 5] }),
  node(2, 'open', { children: [3] }),
  node(3, 'total'),
  node(4, '(garbage collector)'),
  node(5, '(idle)'),
];

function rows(model: SessionModel): readonly string[] {
  const [main] = model.threads;
  assert.ok(main);
  return rowsOf(model, main);
}

suite('reading .cpuprofile', () => {
  test('a sample lasts until the next one, and a collection is called by the stack before it', async () => {
    const profile = { nodes, startTime: 5_000, endTime: 405_000, samples: [3, 4, 2, 5], timeDeltas: [0, 150_000, 20_000, 130_000] };
    const { model } = await imported(readCpuProfile, JSON.stringify(profile));
    assert.deepEqual(rows(model), ['0-150 open/total', '150-170 open/total/(garbage collector)', '170-300 open', '300-400 (idle)']);
    assert.deepEqual([...(model.runs[0]?.gcs.beginUs ?? [])].slice(0, 1), [150_000]);
    assert.deepEqual(
      lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
      [[0, 300_000]],
    );
    // Lines of the format count from 0.
    assert.equal(model.nodes.line[1], 7);
  });

  test('samples out of order, as V8 writes them, are put in order', async () => {
    const profile = { nodes, startTime: 0, endTime: 30_000, samples: [2, 5, 3], timeDeltas: [0, 20_000, -10_000] };
    const { model } = await imported(readCpuProfile, JSON.stringify(profile));
    assert.deepEqual(rows(model), ['0-10 open', '10-20 open/total', '20-30 (idle)']);
  });

  test('an old profile holds its tree in nodes, begins in seconds, and stamps samples', async () => {
    const head = { id: 1, functionName: '(root)', children: [{ id: 2, functionName: 'open', url: '', lineNumber: 1, children: [] }] };
    const profile = { head, startTime: 7, endTime: 7.03, samples: [2, 1], timestamps: [7_000_000, 7_010_000] };
    const { model } = await imported(readCpuProfile, JSON.stringify(profile));
    assert.deepEqual(rows(model), ['0-10 open']);
  });

  test('a file that is cut in its times has the samples until there', async () => {
    const text = JSON.stringify({ nodes, startTime: 0, endTime: 90_000, samples: [2, 3, 2], timeDeltas: [0, 10_000, 20_000] });
    const { model, report } = await imported(readCpuProfile, text.slice(0, text.indexOf('20000')));
    // The end, 80 ms later, is not near (two intervals are 20 ms): the last sample lasts the usual interval.
    assert.deepEqual(rows(model), ['0-10 open', '10-20 open/total']);
    assert.match(report.text, /The file is cut/);
    assert.match(report.text, /Skipped: 1 sample without a time\./);
  });

  test('a sample before a pause of the sampler lasts the usual interval, not the pause', async () => {
    // Gaps: 10, 10, 5,000 and 10 ms; the end is 6 s after the last sample.
    const times = { startTime: 0, endTime: 11_030_000, samples: [2, 3, 3, 2, 2], timeDeltas: [0, 10_000, 10_000, 5_000_000, 10_000] };
    const { model } = await imported(readCpuProfile, JSON.stringify({ nodes, ...times }));
    assert.deepEqual(rows(model), ['0-10 open', '10-30 open/total', '5020-5040 open']);
  });

  test('a V8 that starves for 40 ms at an interval of 0.2 ms does not pause', async () => {
    const timeDeltas = [0, 200, 200, 200, 40_000, 200];
    const times = { startTime: 0, endTime: 41_000, samples: [2, 2, 2, 2, 2, 2], timeDeltas };
    const { model } = await imported(readCpuProfile, JSON.stringify({ nodes, ...times }));
    assert.deepEqual(rows(model), ['0-41 open']);
  });

  test('a list of changes, of which no two are alike, has no pauses', async () => {
    const samples = Array.from({ length: 40 }, (_, index) => 2 + (index % 2));
    const timeDeltas = samples.map((_, index) => (index === 20 ? 900_000 : index === 0 ? 0 : 1_000));
    const { model } = await imported(readCpuProfile, JSON.stringify({ nodes, startTime: 0, endTime: 939_000, samples, timeDeltas }));
    // Change 19 of 40, at 19 ms, holds for 900 ms.
    assert.ok(rows(model).includes('19-919 open/total'), rows(model).join());
  });

  test('functions of one minified line are distinguished by their columns', async () => {
    const minified = (id: number, columnNumber: number): object => ({
      id,
      parent: 1,
      callFrame: { functionName: 'e', url: 'https://shop.example/app.js', lineNumber: 0, columnNumber },
    });
    const tree = [node(1, '(root)'), minified(2, 3_119), minified(3, 9_000)];
    const times = { startTime: 0, endTime: 3_000, samples: [2, 3, 3], timeDeltas: [0, 1_000, 1_000] };
    const { model } = await imported(readCpuProfile, JSON.stringify({ nodes: tree, ...times }));
    // Columns count from 0 in the file.
    assert.deepEqual(
      model.methods.slice(1).map((method) => method?.sourceFile),
      ['file:///shop/cart.js', 'https://shop.example/app.js:1:3120', 'https://shop.example/app.js:1:9001'],
    );
  });

  test('nodes that call themselves in a circle, or that are missing, end', async () => {
    const circle = [node(1, 'a', { children: [2] }), node(2, 'b', { children: [1] })];
    const profile = { nodes: circle, startTime: 0, endTime: 20_000, samples: [2, 9], timeDeltas: [0, 10_000] };
    const { model, report } = await imported(readCpuProfile, JSON.stringify(profile));
    assert.deepEqual(rows(model), ['0-10 a/b']);
    assert.match(report.text, /1 sample without a node/);
  });

  test('keys that reach prototypes are only names', async () => {
    const text = `{"nodes":[{"id":1,"callFrame":{"functionName":"__proto__","url":"constructor","lineNumber":0},"__proto__":{"children":[1]}}],"startTime":0,"endTime":2000,"samples":[1],"timeDeltas":[0]}`;
    const { model } = await imported(readCpuProfile, text);
    assert.deepEqual(rows(model), ['0-2 __proto__']);
  });

  test('a sample of a year is left out: times are bounded', async () => {
    const year = 31_536_000_000_000;
    const profile = { nodes, startTime: 0, endTime: year + 20_000, samples: [2, 3, 2], timeDeltas: [0, 10_000, year] };
    // The file says that it lists changes, so that the year is no pause.
    const { model, report } = await imported(readCpuProfile, JSON.stringify({ ...profile, laglens: { areChanges: true } }));
    assert.deepEqual(rows(model), ['0-10 open', `${(year + 10_000) / 1_000}-${(year + 20_000) / 1_000} open`]);
    assert.match(report.text, /Skipped: 1 sample beyond 100 hours in all\./);
    // Steps of writers are samples, not seconds.
    assert.ok([...writeCpuProfile({ model, name: '', lags: [] })].length < 20);
  });

  test('only V8’s profiles look like one', () => {
    const looks = (text: string): boolean => looksLikeCpuProfile(beginningOf(new TextEncoder().encode(text)));
    assert.ok(looks(JSON.stringify({ nodes })));
    assert.ok(looks('{\n  "head": {"functionName": "(root)"'));
    assert.deepEqual(['{"nodes":[]}', '{"traceEvents":[{"functionName":1}]}', '[]', ''].map(looks), [false, false, false, false]);
  });
});
