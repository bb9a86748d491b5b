import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { tombstoneProto, tombstoneText } from '../../tests/fixtures/tombstone.ts';

const WORKER = '__pthread_start(void*) > com.example.shop.Cart.load > libshop.so + 0x2000 > Cart::total(int)';
const MAIN = 'android::Looper::pollInner(int) > __epoll_pwait';

for (const [form, content] of [
  ['text', tombstoneText],
  ['protocol buffers', tombstoneProto()],
] as const) {
  test(`a crash in ${form} is a moment with all threads’ stacks, and no lag`, async () => {
    const imported = await ImportedReport.of(content);
    assert.equal(imported.format, 'tombstone');
    assert.deepEqual([imported.stacks('worker 1'), imported.stacks('main')], [[`0-1 ${WORKER}`], [`0-1 ${MAIN}`]]);
    assert.deepEqual(imported.lagLines, []);
    assert.deepEqual(imported.marks, ['Android: crash SIGSEGV, SEGV_MAPERR, thread worker 1: cart is empty']);
    const { process, hello } = imported.model.runs[0] ?? {};
    // 09:00:00.123 UTC
    assert.deepEqual([process?.app, hello?.pid, hello?.wallUs], ['com.example.shop', 900, 1_772_355_600_123_000]);
    assert.deepEqual(imported.model.threads.map(({ name, tid, isMain }) => `${name} ${tid} ${isMain}`).toSorted(), [
      'main 900 true',
      'worker 1 905 false',
    ]);
    assert.equal(imported.model.images[1]?.id, '01331f74b0bb2cb958bdc15282b8ec7b');
    assert.doesNotMatch(imported.report.text, /Skipped/);
  });
}

test('Play Console’s text has neither process id nor names; its frames have 0x', async () => {
  const frames = '  #00  pc 0x000000000001edac  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)\n  #01  pc what\n';
  const imported = await ImportedReport.of(`*** *** *** ***\npid: 0, tid: 22018 >>> com.example.shop <<<\n\nbacktrace:\n${frames}`);
  assert.deepEqual(imported.stacks('Thread 0'), ['0-1 abort']);
  assert.match(imported.report.text, /Skipped: 1 line of a stack\./);
});

test('a second crash of a file, and bytes of unknown kinds, are counted', async () => {
  const twice = await ImportedReport.of(`${tombstoneText}${tombstoneText}`);
  assert.match(twice.report.text, /Skipped: 1 later tombstone of the file\./);
  assert.equal(twice.model.threads.length, 2);
  const newer = await ImportedReport.of(tombstoneProto((to) => to.text(600, 'twelve bytes')));
  assert.match(newer.report.text, /Skipped: 12 bytes of unknown kinds\./);
});

test('a cut or damaged crash gives its whole threads, or is refused in one line', async () => {
  const bytes = tombstoneProto();
  const cut = await ImportedReport.of(bytes.subarray(0, bytes.length - 5));
  assert.deepEqual([cut.model.threads.map(({ name }) => name), cut.report.isTruncated], [['worker 1'], true]);
  await assert.rejects(ImportedReport.of(bytes.subarray(0, 150)), /looks like a tombstone of Android, but has no stacks\./);
});
