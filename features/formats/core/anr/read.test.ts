import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadsAt } from '../../../../core/analysis/moment/threads-at.ts';
import { anrTrace } from '../../../../tests/fixtures/field-reports/anr-trace.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

test('an ANR is one lag of the time that Android waited, of the first process only', async () => {
  const imported = await ImportedReport.of(anrTrace);
  assert.equal(imported.format, 'anr');
  assert.deepEqual(imported.lagLines, ['0 5006 com.example.Cart.total:88']);
  assert.match(imported.marks.join(), /^ANR: Input dispatching timed out/);
  assert.match(imported.report.text, /Skipped: 1 other process/);
  const run = imported.model.runs[0];
  // 09:00:00.123 UTC
  assert.deepEqual([run?.process?.app, run?.hello?.pid, run?.hello?.wallUs], ['com.example.shop', 311, 1_772_355_600_123_000]);
});

test('all threads have stacks with lines, kernel ids and states', async () => {
  const { model, ...imported } = await ImportedReport.of(anrTrace);
  assert.ok(imported);
  const main = model.threads.find(({ isMain }) => isMain);
  assert.deepEqual([main?.name, main?.tid, main?.group], ['main', 311, 'main']);
  assert.deepEqual(model.threads.map(({ name, tid }) => `${name} ${tid}`).toSorted(), [
    'Signal Catcher 320',
    'binder:311_1 340',
    'db worker 330',
    'main 311',
    'pool-1 331',
  ]);
});

test('frames of Java and of native code are distinguished; native ones keep build ids for local builds', async () => {
  const imported = await ImportedReport.of(anrTrace);
  assert.deepEqual(imported.stacks('main'), [
    '0-5006 android.os.Handler.dispatchMessage (Handler.java:106) > com.example.Cart.load (SourceFile:80) > com.example.Cart.total (Cart.java:88)',
  ]);
  assert.deepEqual(imported.stacks('binder:311_1'), ['0-5006 libshop.so + 0x5000 > __ioctl']);
  assert.deepEqual(
    imported.model.images.slice(1).map(({ id }) => id),
    ['0a1b2c3d4e5f60718293a4b5c6d7e8f9', 'aabbccdd', '0102030405060708'],
  );
});

test('waits for monitors have their owners, so that a deadlock is found', async () => {
  const { model, builder } = await ImportedReport.of(anrTrace);
  const main = model.threads.find(({ isMain }) => isMain);
  assert.ok(main);
  assert.equal(main.waits.length, 1);
  assert.equal(model.threads[main.waits.owner[0] ?? -1]?.name, 'db worker');
  assert.equal(model.strings[main.waits.object[0] ?? 0], 'com.example.Store');
  const run = model.runs[0];
  assert.ok(run && builder);
  const [ring] = threadsAt(model, run, 2_500_000).deadlocks;
  assert.deepEqual(ring?.ring.map(({ thread }) => model.threads[thread]?.name).toSorted(), ['db worker', 'main']);
});

test('a trace without a length lasts as long as Android’s limit; a cut one gives its threads', async () => {
  const cut = await ImportedReport.of(anrTrace.slice(anrTrace.indexOf('-----'), anrTrace.indexOf('"db worker"') + 40));
  assert.deepEqual(cut.lagLines, ['0 5000 com.example.Cart.total:88']);
  assert.match(cut.report.text, /5 s, Android’s limit for input/);
});

test('an excerpt from the threads on is read, and marks of native methods are no part of names', async () => {
  const text = anrTrace.slice(anrTrace.indexOf('DALVIK'), anrTrace.indexOf('----- end'));
  const imported = await ImportedReport.of(text.replace('Object.wait(Native', 'Object.wait!(Native'));
  assert.deepEqual(imported.lagLines, ['0 5000 com.example.Cart.total:88']);
  assert.deepEqual(imported.stacks('pool-1'), ['0-5000 java.lang.Object.wait (Object.java:405) > java.lang.Object.wait']);
});

test('a trace without threads is refused in one line', async () => {
  await assert.rejects(
    ImportedReport.of('----- pid 3 at 2026-03-01 10:00:00 -----\nCmd line: a\n'),
    /looks like an Android thread dump, but has no stacks\./,
  );
});
