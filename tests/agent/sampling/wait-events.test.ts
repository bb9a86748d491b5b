import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compileWithMock } from '../sanitized.ts';

const execute = promisify(execFile);

test('waits are heard of everybody until the kernel ids are known, then of main only, and of nobody at the end', {
  timeout: 300_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-wait-events-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = await compileWithMock('waits/events', folder);
  const { stdout } = await execute(program, [folder], { timeout: 120_000 });
  // Main's begin before the others' end, so that none of its waits is missed.
  assert.deepEqual(stdout.trim().split('\n'), ['+ all', 'both wait', '+ main', '- all', 'the host leaves', '- main']);
});
