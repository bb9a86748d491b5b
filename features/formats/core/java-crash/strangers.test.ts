import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

const MAIN = '    at com.example.shop.Cart.total(Cart.kt:12)\n    at android.app.ActivityThread.main(ActivityThread.java:1)\n';
const WORKER = '    at com.example.shop.Db.read(Db.kt:7)\n    at java.lang.Thread.run(Thread.java:2)\n';
const CART = 'android.app.ActivityThread.main (ActivityThread.java:1) > com.example.shop.Cart.total (Cart.kt:12)';

test('a watchdog’s exception is a lag of main; its causes are threads', async () => {
  const cause = 'Caused by: com.github.anrwatchdog.ANRError$$$_Thread';
  const imported = await ImportedReport.of(
    'FATAL EXCEPTION: |ANR-WatchDog|\n    Process: com.example.shop, PID: 7\n' +
      'com.github.anrwatchdog.ANRError: Application Not Responding for at least 3000 ms.\n' +
      `${cause}: main (state = BLOCKED)\n${MAIN}${cause}: pool-1 (state = WAITING)\n${WORKER}` +
      `${cause}: pool-2 (state = WAITING)\n    at com.example.shop.Net.get(Net.kt:3)\n    ... 1 more\n`,
  );
  assert.deepEqual(imported.stacks('main'), [`0-3000 ${CART}`]);
  assert.deepEqual(imported.stacks('pool-1'), ['0-3000 java.lang.Thread.run (Thread.java:2) > com.example.shop.Db.read (Db.kt:7)']);
  assert.deepEqual(imported.stacks('pool-2'), ['0-3000 java.lang.Thread.run (Thread.java:2) > com.example.shop.Net.get (Net.kt:3)']);
  assert.deepEqual([imported.lags.length, imported.lags[0]?.blockedUs], [1, 3_000_000]);
  assert.match(imported.report.text, /by 3 s at least/);
  const broken = await ImportedReport.of(
    `Fatal Exception: com.github.anrwatchdog.ANRError: Application Not Responding\nCaused by com.github.anrwatchdog.ANRError$$$_Thread\nmain (state = RUNNABLE)\n${MAIN}`,
  );
  assert.deepEqual(broken.stacks('main'), [`0-5000 ${CART}`]);
});

test('StrictMode’s violation is a lag of its duration', async () => {
  const imported = await ImportedReport.of(
    `StrictMode policy violation; ~duration=321 ms: android.os.strictmode.DiskReadViolation\n${MAIN}`,
  );
  assert.deepEqual(imported.stacks('main'), [`0-321 ${CART}`]);
  assert.deepEqual([imported.lags.length, imported.marks], [1, ['StrictMode: android.os.strictmode.DiskReadViolation']]);
});

test('an exception without a title is read, and is of Android only with Android’s classes', async () => {
  const imported = await ImportedReport.of(`Exception in thread "pool-1" java.lang.IllegalStateException: no cart\n${WORKER}`);
  assert.deepEqual(imported.stacks('pool-1').length, 1);
  assert.deepEqual(imported.marks, ['Java: crash java.lang.IllegalStateException: no cart']);
});

test('a log around a crash is no part of its stack: earlier and later exceptions are counted', async () => {
  const odd = 'Something is not ready\n  of two lines\n';
  const imported = await ImportedReport.of(
    `java.io.IOException: handled\n${WORKER}${odd}FATAL EXCEPTION: main\njava.lang.Error: late\n${MAIN}${odd}FATAL EXCEPTION: main\njava.lang.Error: again\n`,
  );
  assert.deepEqual(imported.stacks('main'), [`0-1 ${CART}`]);
  assert.deepEqual(imported.marks, ['Android: crash java.lang.Error: late']);
  assert.match(imported.report.text, /Skipped: 1 exception before the crash, 1 later exception\./);
});

test('xCrash’s threads follow its crash', async () => {
  const imported = await ImportedReport.of(
    `Crash type: 'java'\npid: 7, tid: 7, name: main  >>> com.example.shop <<<\n\njava stacktrace:\njava.lang.Error: late\n${MAIN}\nlogcat:\n` +
      `--- --- ---\npid: 7, tid: 9, name: pool-1  >>> com.example.shop <<<\n\njava stacktrace:\n${WORKER}+++ +++\n`,
  );
  assert.equal(imported.model.runs[0]?.hello?.pid, 7);
  assert.deepEqual([imported.stacks('main').length, imported.stacks('pool-1').length], [1, 1]);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});
