import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { type Fields, traceOf } from '../../tests/formats/made-trace.ts';
import { beginningOf } from '../recognition/beginning.ts';
import { base64Bytes } from '../text/base64.ts';
import { looksLikeFlutter, readFlutter } from './read.ts';

/** Rows by thread; main's name has a star. */
function threadRows(model: SessionModel): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(model.threads.map((thread) => [`${thread.name}${thread.isMain ? '*' : ''}`, rowsOf(model, thread)]));
}

const read = (value: object): ReturnType<typeof imported> => imported(readFlutter, JSON.stringify(value), 999);

/** 400 ms of Frame on Flutter's thread for Dart, beside the raster thread. */
const events = [
  { name: 'thread_name', ph: 'M', pid: 1, tid: 3, args: { name: 'io.flutter.1.raster (3)' } },
  { name: 'Raster', ph: 'X', pid: 1, tid: 3, ts: 1_000_000, dur: 5_000 },
  { name: 'thread_name', ph: 'M', pid: 1, tid: 2, args: { name: 'io.flutter.1.ui (2)' } },
  { name: 'Frame', ph: 'B', pid: 1, tid: 2, ts: 1_000_000 },
  { name: 'Frame', ph: 'E', pid: 1, tid: 2, ts: 1_400_000 },
];

const thread: Fields = { 10: 1, 60: { 1: 7, 4: { 1: 1, 2: 2, 5: '1.ui' } } };
const moment = (ns: number, event: Fields): Fields => ({ 10: 1, 8: ns, 58: 6, 11: { 11: 7, ...event } });
/** The same Frame, as the Dart VM writes it for Perfetto since Flutter 3.10. */
const perfetto = traceOf([thread, moment(1_000_000_000, { 9: 1, 23: 'Frame' }), moment(1_400_000_000, { 9: 2 })]);

const profile = {
  type: '_CpuProfileTimeline',
  samplePeriod: 1_000,
  stackFrames: {
    '1-1': { category: 'Dart', name: 'main', resolvedUrl: 'package:a/main.dart' },
    '1-2': { category: 'Dart', name: 'Cart.heavy', parent: '1-1', packageUri: 'package:a/cart.dart', sourceLine: 12 },
  },
  traceEvents: [1_000, 2_000, 301_000].map((ts) => ({ ph: 'P', name: '', pid: 1, tid: 9, ts, cat: 'Dart', sf: '1-2' })),
};

const dartFunction = (name: string, owner: object, line: number): object => ({
  kind: 'Dart',
  resolvedUrl: 'file:///a/cart.dart',
  function: { type: '@Function', name, owner, location: { script: { uri: 'package:a/cart.dart' }, line } },
});
const samples = {
  type: 'CpuSamples',
  samplePeriod: 250,
  pid: 1,
  functions: [
    dartFunction('main', { type: '@Library', name: 'app' }, 3),
    dartFunction('total', { type: '@Class', name: 'Cart' }, 20),
    { kind: 'Native', resolvedUrl: '', function: { type: 'NativeFunction', name: 'memcpy' } },
  ],
  samples: [
    { tid: 9, timestamp: 11_000, stack: [2, 1, 0] },
    { tid: 9, timestamp: 10_000, stack: [1, 0] },
    { tid: 9, timestamp: 12_000, stack: [0] },
    { tid: 8, timestamp: 12_000, stack: [0] },
    { tid: 9, timestamp: 500_000, stack: [0] },
    { tid: 9, timestamp: 501_000, stack: [7] },
    { tid: 9, timestamp: 502_000, stack: [-1] },
    { tid: 9, timestamp: 503_000, stack: [0.5] },
    { tid: 9, stack: [0] },
  ],
};

suite('files of Flutter', () => {
  test('DevTools’ performance screen has events, and the thread for Dart is main', async () => {
    const { model } = await read({ devToolsSnapshot: true, activeScreenId: 'performance', performance: { traceEvents: events } });
    assert.deepEqual(threadRows(model), { 'io.flutter.1.raster (3)': ['0-5 Raster'], 'io.flutter.1.ui (2)*': ['0-400 Frame'] });
    assert.deepEqual(
      lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
      [[0, 400_000]],
    );
  });

  test('newer exports hold Perfetto’s bytes as numbers, the Dart VM sends them as base64', async () => {
    for (const file of [
      { devToolsSnapshot: true, performance: { traceBinary: [...perfetto] } },
      { type: 'PerfettoTimeline', trace: Buffer.from(perfetto).toString('base64') },
      { jsonrpc: '2.0', id: '1', result: { type: 'PerfettoTimeline', trace: Buffer.from(perfetto).toString('base64') } },
    ]) {
      const { model } = await read(file);
      assert.deepEqual(threadRows(model), { '1.ui*': ['0-400 Frame'] });
      assert.equal(lagsOf(model).length, 1);
    }
  });

  test('DevTools’ CPU profiler has samples as events', async () => {
    const { model, report } = await read({ devToolsSnapshot: true, activeScreenId: 'cpu-profiler', 'cpu-profiler': profile });
    // The interval is 1 ms; the pause of 299 ms is unknown.
    assert.deepEqual(threadRows(model), { 'thread 9*': ['0-2 main/Cart.heavy', '300-301 main/Cart.heavy'] });
    assert.deepEqual(lagsOf(model), []);
    assert.match(report.text, /Read: 3 events, 3 samples\./);
    assert.deepEqual(
      model.methods.slice(1).map((method) => method?.sourceFile),
      ['package:a/main.dart', 'package:a/cart.dart'],
    );
  });

  test('the Dart VM’s samples have indexes of functions, the innermost first, in any order of time', async () => {
    const { model, report } = await read(samples);
    // Thread 9's gaps are 1, 1 and 488 ms: its interval is 1 ms, whatever its period says. Thread 8 has one sample of a period.
    assert.deepEqual(threadRows(model), {
      'thread 9*': ['0-1 main/Cart.total', '1-2 main/Cart.total/memcpy', '2-3 main', '490-491 main'],
      'thread 8': ['2-2.25 main'],
    });
    for (const skipped of ['3 samples of functions that the file does not describe', '1 sample without a time'])
      assert.ok(report.text.includes(skipped), report.text);
  });

  test('frames are late that built or rastered longer than the display’s period', async () => {
    // 100 Hz: 10 ms. The second built for 35 ms, the third rastered for 12 ms.
    const frame = (startTime: number, build: number, raster: number): object => ({ startTime, elapsed: 50_000, build, raster });
    const frames = [frame(1_000_000, 4_000, 5_000), frame(1_100_000, 35_000, 2_000), frame(1_200_000, 1_000, 12_000), { number: 4 }];
    const performance = { traceEvents: events, displayRefreshRate: 100, flutterFrames: frames };
    const { model, report } = await read({ devToolsSnapshot: true, performance });
    const shown = model.runs[0]?.frames;
    assert.ok(shown);
    assert.deepEqual(
      [...shown.lateUs].slice(0, shown.length).filter((lateUs) => lateUs > 0),
      [25_000, 2_000],
    );
    assert.match(report.text, /3 frames/);
    assert.match(report.text, /Skipped: 1 frame without times/);
  });

  test('an export of another screen is named, with the screens to export', async () => {
    await assert.rejects(read({ devToolsSnapshot: true, activeScreenId: 'memory', memory: {} }), (error) => {
      assert.ok(error instanceof LaglensError);
      assert.equal(error.message, 'given is an export of Flutter’s DevTools of its screen “memory”, which holds no events and no samples.');
      assert.match(error.next, /Performance or CPU Profiler/);
      return true;
    });
  });

  test('only these look like one', () => {
    const looks = (value: object): boolean => looksLikeFlutter(beginningOf(new TextEncoder().encode(JSON.stringify(value))));
    const timeline = { jsonrpc: '2.0', result: { type: 'Timeline', traceEvents: [] } };
    assert.deepEqual([{ devToolsSnapshot: true }, samples, timeline].map(looks), [true, true, true]);
    assert.deepEqual([{ traceEvents: events }, { nodes: [] }, []].map(looks), [false, false, false]);
  });

  test('base64 is that of RFC 4648', () => {
    // Its test vectors, section 10.
    for (const [text, plain] of [
      ['', ''],
      ['Zg==', 'f'],
      ['Zm8=', 'fo'],
      ['Zm9v', 'foo'],
      ['Zm9vYmFy', 'foobar'],
      ['Zm9v\r\nYmE=\r\n', 'fooba'],
    ] as const)
      assert.equal(new TextDecoder().decode(base64Bytes(text)), plain);
    assert.equal(base64Bytes('Zm9\u{1f600}'), undefined);
  });
});
