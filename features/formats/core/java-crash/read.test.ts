import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashlyticsCrash, logcatCrash, playCrash } from '../../../../tests/fixtures/field-reports/java-crash.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

test('logcat’s crash is a moment at its last cause, with the frames that it shares', async () => {
  const imported = await ImportedReport.of(logcatCrash);
  assert.equal(imported.format, 'java-crash');
  assert.deepEqual(imported.stacks('main'), [
    '0-1 android.app.ActivityThread.main (ActivityThread.java:8248) > com.example.shop.CartActivity.onCreate (CartActivity.kt:17) > ' +
      'com.example.shop.Cart.total (Cart.kt:42)',
  ]);
  assert.deepEqual(imported.lags, []);
  assert.deepEqual(imported.marks, [
    'Android: crash java.lang.RuntimeException: Unable to start activity, caused by java.lang.IllegalStateException: cart is empty',
  ]);
  const { process, hello } = imported.model.runs[0] ?? {};
  assert.deepEqual([process?.app, hello?.pid], ['com.example.shop', 900]);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});

test('Play Console’s crash is read, and a line in no known form is counted', async () => {
  const imported = await ImportedReport.of(playCrash);
  assert.deepEqual(imported.stacks('crashed thread'), [
    '0-1 java.lang.Thread.run (Thread.java:1012) > com.example.shop.Cart.total (Cart.kt:42)',
  ]);
  assert.match(imported.report.text, /Skipped: 1 line of a stack\./);
});

test('Crashlytics’ crash has its other threads, application and time', async () => {
  const imported = await ImportedReport.of(crashlyticsCrash);
  assert.equal(imported.format, 'java-crash');
  assert.equal(imported.stacks('main').length, 1);
  assert.deepEqual(imported.stacks('pool-3-thread-1'), ['0-1 com.example.shop.Db.query (Db.kt:9) > java.lang.Object.wait']);
  const { process, hello } = imported.model.runs[0] ?? {};
  // 13:03:02 UTC
  assert.deepEqual([process?.app, hello?.wallUs], ['com.example.shop', 1_690_290_182_000_000]);
});

test('an exception without frames is refused in one line', async () => {
  await assert.rejects(ImportedReport.of('FATAL EXCEPTION: x\n   at odd\n'), /has no stacks|no format/);
});

test('frames of causes beyond the bound are no other cause’s', async () => {
  const causes = Array.from({ length: 105 }, (_, at) => `Caused by: java.lang.E: x\n\tat a.A.c${at}(A.java:1)\n`);
  const imported = await ImportedReport.of(`FATAL EXCEPTION: main\njava.lang.E: x\n\tat a.A.b(A.java:1)\n${causes.join('')}`);
  // The first exception and 99 causes, from c0 on.
  assert.deepEqual(imported.stacks('main'), ['0-1 a.A.c98 (A.java:1)']);
  assert.match(imported.report.text, /Skipped: 6 causes beyond 100, 6 lines of a stack\./);
});
