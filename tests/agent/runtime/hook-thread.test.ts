import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compileWithMock } from '../sanitized.ts';

const execute = promisify(execFile);

test('the hook jar is put on the boot class path by the thread that attaches, before the attach is over', {
  timeout: 300_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-hook-thread-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = await compileWithMock('hook-thread', folder);
  assert.equal((await execute(program, [folder])).stderr, '');
});
