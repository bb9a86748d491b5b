import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compileWithMock } from '../sanitized.ts';

const execute = promisify(execFile);

test('64 threads that begin, wait and end race with no attach, sample or detach, by TSan', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-races-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = await compileWithMock('races', folder, '-fsanitize=thread', '-Wl,--wrap=laglens_map,--wrap=laglens_unmap');
  // The sanitizer wants its addresses where a randomized layout may have put others.
  const { stderr } = await execute('setarch', ['-R', program, folder], { maxBuffer: 1 << 26 });
  assert.doesNotMatch(stderr, /ThreadSanitizer/);
});
