import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf, sourceOf } from '../../tests/formats/import-profile.ts';
import { counterTrace, event, packedTrace, regularTrace, streamedTrace } from '../../tests/formats/made-art-trace.ts';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { looksLikeArtTrace, readArtTrace } from './read.ts';

const LOOP = 0;
const POLL = 4;
const DISPATCH = 8;
const HANDLE = 12;
const TOTAL = 16;

/** One message from 1 to 201 ms, of which `total` takes 150 ms; then the loop waits to 250 ms. */
const message = [
  event(700, 'enter', LOOP, 0, 0),
  event(700, 'enter', DISPATCH, 1_000, 500),
  event(700, 'enter', HANDLE, 2_000, 1_500),
  event(700, 'enter', TOTAL, 11_000, 10_500),
  event(713, 'enter', TOTAL, 20_000, 0),
  event(700, 'exit', TOTAL, 161_000, 110_500),
  event(713, 'unroll', TOTAL, 170_000, 100_000),
  event(700, 'exit', HANDLE, 200_000, 149_500),
  event(700, 'exit', DISPATCH, 201_000, 150_500),
  event(700, 'enter', POLL, 202_000, 151_000),
  event(700, 'exit', POLL, 250_000, 151_000),
];

const IN = 'Landroid/os/Looper;loop/Landroid/os/Handler;dispatchMessage';
const expected = [
  '0-1 Landroid/os/Looper;loop',
  `1-2 ${IN}`,
  `2-11 ${IN}/Lcom/example/shop/CartHandler;handleMessage`,
  `11-161 ${IN}/Lcom/example/shop/CartHandler;handleMessage/Lcom/example/shop/Cart;total`,
  `161-200 ${IN}/Lcom/example/shop/CartHandler;handleMessage`,
  `200-201 ${IN}`,
  '201-202 Landroid/os/Looper;loop',
  '202-250 Landroid/os/Looper;loop/Landroid/os/MessageQueue;nativePollOnce',
];

function threadOf(model: SessionModel, name: string): SessionModel['threads'][number] {
  const found = model.threads.find((thread) => thread.name === name);
  assert.ok(found);
  return found;
}

const forms = {
  'version 2, wall clock': regularTrace({ version: 2, clock: 'wall', events: message }),
  'version 3, both clocks': regularTrace({ version: 3, clock: 'dual', events: message }),
  'streaming, wall clock': streamedTrace(2, message),
  'streaming, wall clock, four more bytes in each record, as ART 11 writes': streamedTrace(2, message, { padding: 4 }),
  'streaming, both clocks': streamedTrace(3, message, { clock: 'dual' }),
  'version 4': packedTrace(4, message),
  'version 5': packedTrace(5, message),
  'version 4 with a counter of 1 MHz': counterTrace(message, 1_000_000),
};

for (const [form, bytes] of Object.entries(forms)) {
  for (const pieceBytes of [7, 65_536]) {
    test(`calls of all threads are exact: ${form}, in pieces of ${pieceBytes} bytes`, async () => {
      assert.ok(looksLikeArtTrace({ bytes, text: new TextDecoder().decode(bytes) }));
      const { model, report } = await imported(readArtTrace, bytes, pieceBytes);
      assert.deepEqual(rowsOf(model, threadOf(model, 'main')).slice(0, 8), expected);
      assert.deepEqual(rowsOf(model, threadOf(model, 'decoder')), ['20-170 Lcom/example/shop/Cart;total']);
      assert.ok(threadOf(model, 'main').isMain);
      const [lag, ...others] = lagsOf(model);
      assert.deepEqual([lag?.beginUs, lag?.endUs, others.length], [1_000, 201_000, 0]);
      assert.doesNotMatch(report.text, /cut/);
    });
  }
}

test('a trace with both clocks says how long each thread was on a core', async () => {
  const { model } = await imported(readArtTrace, forms['version 3, both clocks']);
  const { samples } = threadOf(model, 'main');
  const at = rowsOf(model, threadOf(model, 'main')).findIndex((row) => row.startsWith('11-161'));
  // 110.5 - 10.5 of 150 ms.
  assert.equal(samples.cpuUsAt(at), 100_000);
});

test('one record byte of version 1 is the thread', async () => {
  const events = [event(7, 'enter', TOTAL, 1_000), event(7, 'exit', TOTAL, 9_000)];
  const { model } = await imported(readArtTrace, regularTrace({ version: 1, clock: 'thread-cpu', events, threads: [[7, 'main']] }));
  assert.deepEqual(rowsOf(model, threadOf(model, 'main')), ['1-9 Lcom/example/shop/Cart;total']);
});

test('a trace of CPU clocks alone says that waits have no length', async () => {
  const { report } = await imported(readArtTrace, regularTrace({ version: 2, clock: 'thread-cpu', events: message }));
  assert.match(report.text, /CPU clocks of its threads alone: waits have no length, and threads are not aligned/);
});

test('an end that matches no call closes none', async () => {
  const events = [event(700, 'enter', LOOP, 0), event(700, 'exit', TOTAL, 5_000), event(700, 'exit', LOOP, 9_000)];
  const { model, report } = await imported(readArtTrace, regularTrace({ version: 2, clock: 'wall', events }));
  assert.deepEqual(rowsOf(model, threadOf(model, 'main')), ['0-9 Landroid/os/Looper;loop']);
  assert.match(report.text, /1 end of calls without a begin/);
});

test('calls that are open at the end last as long as the trace, not as the recording', async () => {
  const events = [event(700, 'enter', LOOP, 0), event(713, 'enter', TOTAL, 1_000), event(713, 'exit', TOTAL, 30_000)];
  const { model } = await imported(
    readArtTrace,
    regularTrace({ version: 2, clock: 'wall', events, options: ['elapsed-time-usec=900000'] }),
  );
  assert.deepEqual(rowsOf(model, threadOf(model, 'main')), ['0-30 Landroid/os/Looper;loop']);
});

test('a message that began before the trace is one since the trace’s begin', async () => {
  const events = [event(700, 'enter', TOTAL, 0), event(700, 'exit', TOTAL, 150_000), event(700, 'exit', DISPATCH, 160_000)];
  const { model } = await imported(readArtTrace, regularTrace({ version: 2, clock: 'wall', events }));
  assert.deepEqual(
    lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
    [[0, 160_000]],
  );
});

test('a call out of the loop’s wait, such as input, is a message', async () => {
  const input = [event(700, 'enter', POLL, 0), event(700, 'enter', HANDLE, 300_000), event(700, 'exit', HANDLE, 450_000)];
  const { model } = await imported(
    readArtTrace,
    regularTrace({ version: 2, clock: 'wall', events: [...input, event(700, 'exit', POLL, 900_000)] }),
  );
  assert.deepEqual(
    lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
    [[300_000, 450_000]],
  );
});

test('32 bits of microseconds pass in 71 minutes, and times go on', async () => {
  const events = [event(700, 'enter', LOOP, 2 ** 32 - 2_000), event(700, 'enter', TOTAL, 3_000), event(700, 'exit', TOTAL, 8_000)];
  const { model } = await imported(readArtTrace, regularTrace({ version: 2, clock: 'wall', events }));
  assert.equal(rowsOf(model, threadOf(model, 'main'))[0], `${(2 ** 32 - 2_000) / 1e3}-${(2 ** 32 + 3_000) / 1e3} Landroid/os/Looper;loop`);
});

test('an open call lasts as long as the trace also behind 71 minutes', async () => {
  const events = [event(700, 'enter', LOOP, 0), event(713, 'enter', TOTAL, 2 ** 32 - 2_000), event(713, 'exit', TOTAL, 3_000)];
  const { model } = await imported(readArtTrace, regularTrace({ version: 2, clock: 'wall', events }));
  assert.deepEqual(rowsOf(model, threadOf(model, 'main')), [`0-${(2 ** 32 + 3_000) / 1e3} Landroid/os/Looper;loop`]);
});

test('an event with an impossible time is counted, and moves no end of other calls', async () => {
  const events = [event(700, 'enter', LOOP, 0), event(713, 'enter', TOTAL, 1_000), event(713, 'exit', TOTAL, 30_000)];
  const whole = packedTrace(4, events);
  // A block of thread 720 with one event: method 16, then 2^62 nanoseconds.
  const block = [2, 720 % 256, 720 >> 8, 0, 0, 1, 0, 0, 10, 0, 0, 0, 16, ...Array.from({ length: 8 }, () => 0x80), 0x40];
  const { model, report } = await imported(readArtTrace, Uint8Array.from([...whole.subarray(0, 32), ...block, ...whole.subarray(32)]));
  assert.match(report.text, /Skipped: 1 event in no known form/);
  assert.deepEqual(rowsOf(model, threadOf(model, 'main')), ['0-30 Landroid/os/Looper;loop']);
});

test('unknown methods, threads and kinds of events are counted, a cut trace opens', async () => {
  const events = [
    event(700, 'enter', 400, 0),
    event(720, 'enter', TOTAL, 5_000),
    event(700, 'odd', TOTAL, 6_000),
    event(700, 'exit', 400, 9_000),
  ];
  const whole = regularTrace({ version: 2, clock: 'wall', events });
  const { report } = await imported(readArtTrace, whole.subarray(0, whole.length - 3));
  assert.match(report.text, /1 name of methods that is missing/);
  assert.match(report.text, /1 name of threads that is missing/);
  assert.match(report.text, /1 event of an unknown kind/);
  assert.match(report.text, /The file is cut: it ends after 3 events/);
});

test('other files are not taken, newer versions and traces without events are refused', async () => {
  const text = '*version\nseven\n';
  assert.equal(looksLikeArtTrace({ bytes: Buffer.from(text), text }), false);
  await assert.rejects(imported(readArtTrace, Uint8Array.from(Buffer.from(`SLOW\u0007\0${'\0'.repeat(26)}`))), { code: 'format-newer' });
  await assert.rejects(imported(readArtTrace, regularTrace({ version: 2, clock: 'wall', events: [] })), { code: 'format-unreadable' });
});

test('a sampled thread’s end is not recorded, so its last stack lasts one interval; main’s lasts as long as the trace', async () => {
  const events = [0, 1_000, 2_000, 3_000].flatMap((atUs, index) =>
    [700, 713].map((thread) => event(thread, index % 2 === 0 ? 'enter' : 'exit', TOTAL, atUs)),
  );
  const open = [event(713, 'enter', TOTAL, 4_000), event(700, 'enter', LOOP, 4_000), event(700, 'enter', TOTAL, 90_000)];
  const { model, report } = await imported(readArtTrace, regularTrace({ version: 2, clock: 'wall', events: [...events, ...open] }));
  assert.equal(rowsOf(model, threadOf(model, 'decoder')).at(-1), '4-5 Lcom/example/shop/Cart;total');
  assert.equal(rowsOf(model, threadOf(model, 'main')).at(-1), '4-90 Landroid/os/Looper;loop');
  assert.match(report.text, /The trace was sampled, about every 1\.0 ms/);
});

test('open calls of packed blocks have one bound for all threads, and their ends stay their own', async () => {
  const report = new ImportReport('test');
  // Each is held by the block's reader and by the thread's calls: two of three open calls.
  const builder = new SessionBuilder(report, { openCalls: 4 });
  const nested = [
    event(700, 'enter', LOOP, 0),
    event(700, 'enter', DISPATCH, 10),
    event(700, 'enter', HANDLE, 20),
    event(700, 'exit', HANDLE, 30),
    event(700, 'exit', DISPATCH, 40),
    event(700, 'exit', LOOP, 50),
  ];
  const source = sourceOf(counterTrace(nested, 19_200_000));
  await readArtTrace({ source, builder, report, turns: new Turns({ nowMs: () => 0, turn: async () => {} }) });
  assert.match(report.text, /Skipped: 1 call beyond the bound of open ones\./);
  const [main] = builder.threads;
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => main?.samples.at(row).stack),
    // The third call's time is its caller's.
    [1, 2, 2, 2, 1],
  );
});
