import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashText, ipsHangText, ipsResourceText } from '../../../../../tests/fixtures/field-reports/ips-text.ts';
import { ImportedReport } from '../../../tests/fixtures/imported.ts';

test('a hang’s spindump is a lag of its duration, whose end was sampled', async () => {
  const imported = await ImportedReport.of(ipsHangText);
  assert.equal(imported.format, 'ips');
  assert.deepEqual(imported.lagLines, ['0 2500 Shop + 0x400c:0']);
  assert.deepEqual(imported.marks, ['Apple: hang']);
  // The last 2 s of 2.5 s, 15 and 5 of 20 samples. Callers at their calls: 16400 - 4 = 0x400c; the innermost at its place: 20480 = 0x5000.
  assert.deepEqual(imported.stacks('main'), [
    '500-2000 start > Shop + 0x301c > Shop + 0x400c > __psynch_mutexwait',
    '2000-2500 start > Shop + 0x301c > Shop + 0x5000',
  ]);
  // Samples 11 to 20 of 20.
  assert.deepEqual(imported.stacks('db'), ['1500-2500 _pthread_start > Shop + 0x6004']);
  assert.match(imported.report.text, /Skipped: 1 other process/);
  assert.match(imported.report.text, /no times of single samples/);
});

test('a spindump’s libraries have their UUIDs, its process its facts, and a wait its owner', async () => {
  const { model } = await ImportedReport.of(ipsHangText);
  assert.deepEqual(
    model.images.find(({ path }) => path.endsWith('/Shop')),
    { path: '/private/var/containers/Bundle/Application/6F1C/Shop.app/Shop', id: '6a1f6e9c00004000800000000000c0de' },
  );
  const run = model.runs[0];
  // 2026-03-01 09:00 UTC
  assert.deepEqual(
    [run?.process?.app, run?.hello?.pid, run?.process?.device, run?.hello?.runtime, run?.hello?.wallUs],
    ['com.example.shop', 311, 'iPhone14,2', 'iPhone OS 17.4 (Build 21E213)', 1_772_355_600_000_000],
  );
  const db = model.threads.findIndex(({ name }) => name === 'db');
  const main = model.threads.find(({ isMain }) => isMain);
  // While its 15 of 20 samples: 0.5 to 2 s.
  const { owner, beginUs, endUs } = main?.waits ?? {};
  assert.deepEqual([main?.tid, owner?.[0], beginUs?.[0], endUs?.[0]], [0x384, db, 500_000, 2_000_000]);
});

test('names and lines from Xcode or debug files are read in their three forms', async () => {
  const text = ipsHangText
    .replace(
      '5   ??? (Shop + 20480) [0x104005000] (running)',
      '5   Cart.total() + 8 (Cart.swift:31,7 in Shop + 20480) [0x104005000] (running)',
    )
    .replace('15  ??? (Shop + 16400)', '15  load (in Shop) + 16 (Shop.swift:9)')
    .replace('10  ??? (Shop + 24580)', `10  ??? (<6A1F6E9C-0000-4000-8000-00000000C0DE> + 24580)`);
  const imported = await ImportedReport.of(text);
  assert.deepEqual(imported.stacks('main'), [
    '500-2000 start > Shop + 0x301c > load (Shop.swift:9) > __psynch_mutexwait',
    '2000-2500 start > Shop + 0x301c > Cart.total() (Cart.swift:31)',
  ]);
  assert.deepEqual(imported.stacks('db'), ['1500-2500 _pthread_start > Shop + 0x6004']);
});

test('a timeline’s rests separate busy times; without times or a hang there are no lags', async () => {
  const timeline = ipsHangText
    .replace('Event:            hang', 'Event:            none')
    .replace(/^Duration Sampled.*\n/m, '')
    .replace(/\) \[0x104003020\]$/gm, ') [0x104003020] 1-20')
    .replace('__psynch_mutexwait', 'kevent64');
  const imported = await ImportedReport.of(timeline);
  // The rest of 15 of 20 samples, then 5 of 20 of 2.5 s.
  assert.deepEqual(imported.lagLines, ['1875 625 Shop + 0x5000:0']);
  const heavy = await ImportedReport.of(timeline.replaceAll(' 1-20\n', '\n'));
  assert.deepEqual(heavy.lagLines, []);
  assert.match(heavy.report.text, /no lags are listed/);
});

test('a report of processor use is one tree over its time, without lags', async () => {
  const imported = await ImportedReport.of(ipsResourceText);
  assert.deepEqual(imported.marks, ['Apple: cpu usage']);
  // 6 of 8 samples in the inner call, 2 in the outer one, over 100 s.
  assert.deepEqual(imported.stacks('all threads'), ['0-75000 Shop + 0x301c > Shop + 0x4010', '75000-100000 Shop + 0x301c']);
  assert.deepEqual(imported.lagLines, []);
});

test('a crash report that is text has the stacks of its threads; an end by the watchdog is a lag', async () => {
  const imported = await ImportedReport.of(crashText);
  assert.equal(imported.format, 'ips');
  assert.deepEqual(imported.lagLines, ['0 19970 Shop + 0x400c:0']);
  assert.deepEqual(imported.marks, ['Apple: ended by the watchdog (0x8badf00d)']);
  assert.deepEqual(imported.stacks('main'), ['0-19970 start > -[Cart total:] (Cart.m:12) > Shop + 0x400c > __psynch_mutexwait']);
  assert.deepEqual(imported.stacks('db'), ['0-19970 Shop + 0x6004']);
  assert.match(imported.report.text, /1 call of no thread, as of the last exception/);
  assert.equal(imported.model.images.find(({ path }) => path.endsWith('/Shop'))?.id, '6a1f6e9c00004000800000000000c0de');
  const other = await ImportedReport.of(crashText.replace('0x8badf00d', '0xdead10cc'));
  assert.deepEqual([other.lagLines.length, other.marks], [0, ['Apple: crash EXC_CRASH (SIGKILL)']]);
});

test('a cut spindump opens to its last whole line, or to its heaviest stack, and says so', async () => {
  const cut = ipsHangText.slice(0, ipsHangText.indexOf('(blocked by turnstile'));
  const inTree = await ImportedReport.of(cut);
  assert.equal(inTree.report.isTruncated, true);
  assert.deepEqual(inTree.stacks('main'), [
    '500-2000 start > Shop + 0x301c > Shop + 0x400c > __psynch_mutexwait',
    '2000-2500 start > Shop + 0x301c',
  ]);
  const inHead = await ImportedReport.of(ipsHangText.slice(0, ipsHangText.indexOf('Process:          backboardd')));
  assert.deepEqual([inHead.report.isTruncated, inHead.stacks('main')], [true, ['0-2500 start > Shop + 0x3020']]);
  assert.match(inHead.report.text, /Only the heaviest stack is known/);
});

test('a thread’s name may stand on its head line, behind one colon or two, before its queue', async () => {
  const text = crashText.replace('Thread 1 name:  db\nThread 1:', 'Thread 1 Crashed: db');
  assert.deepEqual((await ImportedReport.of(text)).stacks('db'), ['0-19970 Shop + 0x6004']);
  const mac = crashText.replace(
    'Thread 0 name:  Dispatch queue: com.apple.main-thread\nThread 0 Crashed:',
    'Thread 0 Crashed:: AppKit  Dispatch queue: com.apple.main-thread',
  );
  const { model } = await ImportedReport.of(mac);
  assert.deepEqual(
    model.threads.map(({ name, isMain, group }) => [name, isMain, group]),
    [
      ['AppKit', true, 'com.apple.main-thread'],
      ['db', false, ''],
    ],
  );
});

test('lines of no known form are counted in each kind of text, others are left out on purpose', async () => {
  for (const text of [crashText, ipsHangText]) {
    const before = /(\d+) lines? of no known form/.exec((await ImportedReport.of(text)).report.text);
    assert.equal(before, null);
    const at = text.indexOf('\n', text.indexOf('Report Version:')) + 1;
    const imported = await ImportedReport.of(`${text.slice(0, at)}a line that nobody knows\n${text.slice(at)}`);
    assert.match(imported.report.text, /1 line of no known form/);
  }
});
