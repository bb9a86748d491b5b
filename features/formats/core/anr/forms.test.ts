import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { appClassPredicate } from '../../../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { causeText } from '../../../../core/analysis/report/cause-text.ts';
import { threadState } from '../../../../core/session/columns/sample-columns.ts';
import * as dumps from '../../../../tests/fixtures/field-reports/android-dumps.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

const DRAW = '0-5000 android.os.Looper.loop (Looper.java:135) > com.example.shop.Map.nativeDraw';

async function mainStack(frame: string): Promise<string> {
  const imported = await ImportedReport.of(dumps.nativeFrameDump(frame));
  assert.doesNotMatch(imported.report.text, /Skipped/);
  return (imported.stacks('main')[0] ?? '').replace(`${DRAW} > `, '');
}

function causesIn({ model, lags }: ImportedReport): readonly string[] {
  const app = new AppMethods(model, appClassPredicate({ packages: [], prefixes: ['com.example'] }));
  return lags.map((lag) => causeText(causeOf(model, lag, app)));
}

test('a native frame is read with 0x before its address, in archives, of deleted files, and without a build id', async () => {
  assert.equal(await mainStack('0x0000000000001109  LIB ID'), 'libmap.so + 0x1109');
  assert.equal(await mainStack('0000000000001109  LIB ID'), 'libmap.so + 0x1109');
  assert.equal(await mainStack('001109 LIB (offset 0x1000) (draw(int)+12)'), 'draw(int)');
  assert.equal(await mainStack('001109  /data/app/a b/base.apk!libmap.so (offset 0x1000) ID'), 'base.apk!libmap.so + 0x1109');
  assert.equal(await mainStack('001109  /dev/ashmem/dalvik-jit-code-cache (deleted) (ab + 3)'), 'ab');
  assert.equal(await mainStack(`001109  LIB (f(${'x'.repeat(3_000)})+12) ID`), `f(${'x'.repeat(3_000)})`);
  const { model } = await ImportedReport.of(dumps.nativeFrameDump('0x1109  LIB ID'));
  assert.equal(model.images.at(-1)?.id, dumps.MAP_BUILD_ID);
});

test('a word for an unknown function is no name: the frame keeps its library and address', async () => {
  for (const word of ['???', '??', '<unknown>', '[unknown]', '0x1109']) {
    assert.equal(await mainStack(`001109  LIB (${word}) ID`), 'libmap.so + 0x1109');
  }
});

test('each line of a stack in no known form is counted and said', async () => {
  const imported = await ImportedReport.of(dumps.nativeFrameDump('here'));
  assert.match(imported.report.text, /Skipped: 1 line of a stack\./);
});

test('native stacks without the runtime’s are one ANR; waiting channels are the threads’ states', async () => {
  const imported = await ImportedReport.of(dumps.nativeOnly);
  assert.equal(imported.format, 'anr');
  // Innermost last; the frame without a name has its library.
  assert.deepEqual(imported.stacks('com.example.app'), ['0-5003 libapp.so + 0x3000 > waitForRender(int) > syscall']);
  assert.deepEqual(imported.stacks('worker'), ['0-5003 __start_thread > __epoll_pwait']);
  const [, channels = ''] = /(----- Waiting[\s\S]*?----- end 900 -----\n)/.exec(dumps.nativeOnly) ?? [];
  const later = await ImportedReport.of(`${dumps.nativeOnly.replace(channels, '')}${channels}`);
  assert.equal(later.lags[0]?.blockedUs, 5_003_000, 'channels may follow');
  const main = imported.model.threads.find(({ isMain }) => isMain);
  assert.deepEqual([main?.tid, main?.samples.stateAt(0)], [900, threadState.kernel]);
  assert.equal(imported.lags[0]?.blockedUs, 5_003_000);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});

test('waiting channels alone are an ANR: frozen, in a call of another process, at a lock or a disk', async () => {
  const frozen = await ImportedReport.of(dumps.channelsOnly('do_freezer_trap'));
  assert.equal(frozen.lagLines.length, 1);
  assert.match(frozen.report.text, /Android could not take stacks/);
  assert.match(frozen.marks.join(), /^ANR: Input dispatching timed out/);
  assert.deepEqual(causesIn(frozen), ['Android had frozen the process for 5.00 s: no thread of it could run.']);
  const causeOfChannel = async (channel: string) => causesIn(await ImportedReport.of(dumps.channelsOnly(channel)))[0];
  assert.equal(await causeOfChannel('binder_thread_read'), 'Main waited 5.00 s for another process.');
  assert.equal(await causeOfChannel('futex_wait_queue_me'), 'Main waited 5.00 s of 5.00 s, longest in futex_wait_queue_me.');
  assert.match((await causeOfChannel('io_schedule')) ?? '', /^Main waited 5\.00 s for the disk/);
  assert.equal(await causeOfChannel('state=R    0'), 'Busy: 100 % of 5.00 s.');
  assert.match((await causeOfChannel('state=D    swap_readpage')) ?? '', /^Main waited 5\.00 s for the disk/);
  // The kernel hides its functions.
  assert.match((await causeOfChannel('0')) ?? '', /^Nothing is known about 5\.00 s/);
  assert.equal(await causeOfChannel('do_nanosleep'), 'Main slept 5.00 s in do_nanosleep.');
});

test('Crashlytics’ text of an ANR has its threads, states, time and libraries', async () => {
  const imported = await ImportedReport.of(dumps.crashlyticsAnr);
  assert.equal(imported.format, 'anr');
  assert.deepEqual(imported.stacks('main'), [
    '0-5000 android.os.Looper.loopOnce (Looper.java:187) > android.os.MessageQueue.next (MessageQueue.java:332) > ' +
      'com.example.shop.CartActivity.onResume (CartActivity.kt:17) > com.example.shop.Cart.total (Cart.kt:42) > art::DumpNativeStack',
  ]);
  assert.deepEqual(imported.stacks('pool-3-thread-1'), ['0-5000 com.example.shop.Db.query (Db.kt:9) > java.lang.Object.wait']);
  assert.match(imported.stacks('Signal Catcher')[0] ?? '', /split_config\.arm64_v8a\.apk \+ 0xe8aac > art::DumpNativeStack\(std/);
  const { process, hello } = imported.model.runs[0] ?? {};
  // 13:03:02 UTC
  assert.deepEqual([process?.app, hello?.wallUs], ['com.example.shop', 1_690_290_182_000_000]);
  assert.deepEqual(
    imported.model.threads.map(({ name, tid }) => `${name} ${tid}`),
    ['main 493', 'Signal Catcher 28700', 'pool-3-thread-1 501'],
  );
  assert.ok(imported.model.images.some(({ id }) => id === 'd7ce478d849eba1d3e692ae740f6c04a08fb8fab'));
});

test('Play Console’s text is read: blanks before files, states of two words, headers twice', async () => {
  const imported = await ImportedReport.of(dumps.playAnr);
  assert.deepEqual(imported.stacks('main'), [
    '0-5000 android.os.Looper.loop (Looper.java:189) > com.example.shop.Map.draw (Map.kt:12) > ' +
      'split_config.arm64_v8a.apk!libmap.so + 0xd8024 > syscall',
  ]);
  assert.deepEqual(imported.stacks('pool-33-thread-1'), ['0-5000 com.example.shop.Db.query (:4) > java.lang.Object.wait']);
  assert.equal(imported.model.threads.length, 2);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});

test('native stacks that go through Java’s code have its frames once, with lines; repeated frames are there', async () => {
  const imported = await ImportedReport.of(dumps.unwoundThroughJava);
  const native = 'com.example.shop.Map.nativeDraw';
  assert.deepEqual(imported.stacks('main'), [
    `0-5000 com.example.shop.Map.draw (Map.kt:12) > ${native} > ${native} > ${native} > mapWait > __epoll_pwait`,
  ]);
});

test('of a bug report the last ANR’s section is read; one without it is refused with the reason', async () => {
  const imported = await ImportedReport.of(dumps.bugReport(dumps.nativeFrameDump('0x1109  LIB ID')));
  assert.deepEqual(imported.stacks('main'), [`${DRAW} > libmap.so + 0x1109`]);
  assert.equal(imported.model.runs[0]?.hello?.pid, 3000);
  await assert.rejects(ImportedReport.of(dumps.bugReport('')), /is a bug report without the traces of an ANR\./);
});

test('names with quotes, the limits of services and broadcasts, and Dalvik’s words are read', async () => {
  const text = dumps.nativeFrameDump('0x1109  LIB ID').replace('"main"', '"say "hi" (x)"').replace('tid=1 Native', 'tid=1 TIMED_WAIT');
  const service = await ImportedReport.of(`Subject: executing service com.example.shop/.Sync\n${text}`);
  assert.deepEqual(service.lagLines, ['0 20000 libmap.so + 0x1109:0']);
  assert.equal(service.model.threads[0]?.name, 'say "hi" (x)');
  assert.equal(service.model.threads[0]?.samples.stateAt(0), threadState.objectWait);
  const old = await ImportedReport.of(`Subject: Input dispatching timed out (Wait queue head age: 5501.6ms.)\n${text}`);
  assert.deepEqual(old.lagLines, ['0 5501.6 libmap.so + 0x1109:0']);
  // Grouped, as some systems' languages write it.
  for (const [waited, ms] of [
    ['5,001ms', 5_001],
    ['15.001 ms', 15_001],
    ['10’007ms', 10_007],
  ]) {
    const grouped = await ImportedReport.of(`Subject: Input dispatching timed out (Waited ${waited} for MotionEvent).\n${text}`);
    assert.deepEqual(grouped.lagLines, [`0 ${ms} libmap.so + 0x1109:0`]);
  }
});
