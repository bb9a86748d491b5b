import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { beginningOf } from '../recognition/beginning.ts';
import { looksLikeTrace, readTrace } from './read.ts';

const place = { pid: 5, tid: 5 };
const slice = (name: string, ts: number, dur: number, more: object = {}): object => ({
  ph: 'X',
  name,
  cat: 'app',
  ts,
  dur,
  ...place,
  ...more,
});
const begin = (name: string, ts: number, more: object = {}): object => ({ ph: 'B', name, ts, ...place, ...more });
const end = (ts: number, more: object = {}): object => ({ ph: 'E', ts, ...place, ...more });
const named = (kind: 'thread_name' | 'process_name', name: string, more: object = {}): object => ({
  ph: 'M',
  name: kind,
  ts: 0,
  args: { name },
  ...place,
  ...more,
});

function threadRows(model: SessionModel): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(model.threads.map((thread) => [thread.name, rowsOf(model, thread)]));
}

suite('reading Chrome’s trace', () => {
  test('slices in any order nest by their times, and main’s long ones are lags', async () => {
    const events = [
      slice('parse', 120_000, 30_000),
      slice('task', 100_000, 200_000),
      begin('paint', 420_000),
      begin('raster', 430_000),
      end(440_000),
      end(450_000),
      named('process_name', 'shop'),
      named('thread_name', 'CrRendererMain'),
      slice('decode', 110_000, 10_000, { tid: 9 }),
      named('thread_name', 'worker', { tid: 9 }),
    ];
    const { model, report } = await imported(readTrace, JSON.stringify({ traceEvents: events }), 3);
    assert.deepEqual(threadRows(model), {
      CrRendererMain: ['0-20 task', '20-50 task/parse', '50-200 task', '320-330 paint', '330-340 paint/raster', '340-350 paint'],
      worker: ['10-20 decode'],
    });
    assert.deepEqual(
      lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
      [[0, 200_000]],
    );
    assert.equal(model.runs[0]?.process?.app, 'shop');
    assert.ok(report.text.includes('Read: 7 events.'), report.text);
  });

  test('a list that lacks its end is whole; one that ends within an event is cut', async () => {
    const text = JSON.stringify([slice('a', 0, 10_000), slice('b', 20_000, 10_000)]);
    const open = await imported(readTrace, `${text.slice(0, -1)},\n`);
    assert.deepEqual([open.report.isTruncated, Object.values(threadRows(open.model))], [false, [['0-10 a', '20-30 b']]]);
    const cut = await imported(readTrace, text.slice(0, -9));
    assert.deepEqual([cut.report.isTruncated, Object.values(threadRows(cut.model))], [true, [['0-10 a']]]);
    const object = await imported(readTrace, `{"traceEvents":${text.slice(0, -9)}`);
    assert.match(object.report.text, /it ends after 1 event/);
  });

  test('strings may hold what looks like structure, and a damaged event costs only itself', async () => {
    const odd = 'a "quoted" \\ [name], {with} é漢';
    const text = `[${JSON.stringify(slice(odd, 0, 10_000))}, {"ph": nonsense}, ${JSON.stringify(slice('b', 20_000, 10_000))}]`;
    const { model, report } = await imported(readTrace, text, 1);
    assert.deepEqual(Object.values(threadRows(model)), [[`0-10 ${odd}`, '20-30 b']]);
    assert.match(report.text, /1 event that is no JSON/);
  });

  test('operations across threads have rows of their own, by their ids', async () => {
    const events = [
      slice('task', 0, 50_000),
      { ph: 'b', cat: 'net', id: '0x1', name: 'request', ts: 5_000, ...place },
      { ph: 'n', cat: 'net', id: '0x1', name: 'request', ts: 6_000, ...place },
      { ph: 'e', cat: 'net', id: '0x1', name: 'request', ts: 35_000, pid: 5, tid: 8 },
      { ph: 'e', cat: 'net', id: '0x2', name: 'request', ts: 36_000, pid: 5, tid: 8 },
      { ph: 's', id: 1, name: 'flow', ts: 1, ...place },
      { ph: 'C', name: 'heap', ts: 1, args: { used: 3 }, ...place },
    ];
    const { model, report } = await imported(readTrace, JSON.stringify(events));
    assert.deepEqual(threadRows(model), { 'thread 5': ['0-50 task'], 'async request': ['5-35 request'] });
    for (const skipped of [
      '1 step of operations across threads',
      '1 end of operations without a begin',
      '1 arrow between slices',
      '1 value of counters',
    ])
      assert.ok(report.text.includes(skipped), report.text);
  });

  test('V8’s samples are called by the slices around them', async () => {
    const node = (id: number, functionName: string, parent?: number): object => ({
      id,
      callFrame: { functionName, url: 'shop.js', lineNumber: 1 },
      parent,
    });
    const chunk = (nodes: readonly object[], samples: readonly number[], timeDeltas: readonly number[]): object => ({
      ph: 'P',
      name: 'ProfileChunk',
      id: '0x7',
      ts: 1,
      pid: 5,
      tid: 77,
      args: { data: { cpuProfile: { nodes, samples }, timeDeltas } },
    });
    const events = [
      slice('RunTask', 0, 40_000),
      { ph: 'P', name: 'Profile', id: '0x7', ts: 0, ...place, args: { data: { startTime: 0 } } },
      chunk([node(1, '(root)'), node(2, 'open', 1)], [2], [10_000]),
      chunk([node(3, 'total', 2)], [3, 1], [10_000, 30_000]),
    ];
    const { model } = await imported(readTrace, JSON.stringify({ traceEvents: events }));
    assert.deepEqual(threadRows(model)['thread 5'], ['0-10 RunTask', '10-20 RunTask/open', '20-40 RunTask/open/total', '40-50 open/total']);
  });

  test('Hermes’ samples refer to frames that come after them', async () => {
    const sample = (ts: string, sf: number): object => ({ cpu: '-1', name: '', ts, pid: 5, tid: '5', weight: '1', sf });
    const text = JSON.stringify({
      traceEvents: [named('thread_name', 'mqt_js')],
      samples: [sample('10000', 3), sample('20000', 2), sample('30000', 1)],
      stackFrames: {
        1: { name: '[root]', category: 'root' },
        2: { name: 'render(/app/shop.bundle:12:5)', category: 'JavaScript', parent: 1 },
        3: { name: 'sum', line: '40', category: 'JavaScript', parent: 2 },
      },
    });
    assert.ok(looksLikeTrace(beginningOf(new TextEncoder().encode(text))));
    const { model } = await imported(readTrace, text);
    assert.deepEqual(threadRows(model), { mqt_js: ['0-10 render/sum', '10-20 render'] });
    assert.deepEqual([...model.nodes.line].slice(1, 3).toSorted(), [12, 40]);
  });

  test('keys cannot reach prototypes, and nesting and size are bounded', async () => {
    const deep = `{"ph":"X","ts":1,"dur":1,"args":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
    const text = `{"__proto__":[{"ph":"X","ts":0,"dur":5}],"traceEvents":[${deep},{"__proto__":{"ph":"X"},"ts":3},${JSON.stringify(slice('a', 0, 10_000))}]}`;
    const { model, report } = await imported(readTrace, text);
    assert.deepEqual(Object.values(threadRows(model)), [['0-10 a']]);
    assert.match(report.text, /1 event that is longer than 32 MiB or deeper than 1,000/);
    assert.match(report.text, /1 event without phase or time/);
  });

  test('a whole file without events is not called cut', async () => {
    await assert.rejects(imported(readTrace, '{"traceEvents":[{"name":"a"}]}'), /none of its entries has a phase with a time/);
    await assert.rejects(imported(readTrace, '{"traceEvents":[{"name":"a"'), /has no events/);
  });

  test('only traces look like one', () => {
    const looks = (text: string): boolean => looksLikeTrace(beginningOf(new TextEncoder().encode(text)));
    assert.deepEqual(['{"traceEvents":[', ' [ {"name":"a","ph":"X"', '[{"pid":1}]', '{"nodes":[]}', ''].map(looks), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
