import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

const HEAD = `*** *** *** ***
ABI: 'arm64'
pid: 7, tid: 7, name: shop  >>> com.example.shop <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0
`;

test('a tombstone that could not be unwound is one without stacks, no unknown format', async () => {
  await assert.rejects(ImportedReport.of(`${HEAD}Failed to unwind\nmemory near x4:\n`), /a tombstone of Android, but has no stacks/);
});

test('frames that a tool named are read', async () => {
  const imported = await ImportedReport.of(`${HEAD}backtrace:\n    #0 0x00084fe6 in wait(int) src/wait.c:20\n    #1 0x00000333 in\n`);
  assert.deepEqual(imported.stacks('main'), ['0-1 0x00000333 > wait(int) (wait.c:20)']);
});
