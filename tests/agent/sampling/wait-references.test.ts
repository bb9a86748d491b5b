import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compileWithMock } from '../sanitized.ts';

test('a wait holds one weak reference however often its report is refused, and none in the end', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-wait-references-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = await compileWithMock('waits/references', folder, '-fsanitize=address,undefined', '-fno-sanitize-recover=all');
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
  const { stdout } = await promisify(execFile)(program, [], { timeout: 120_000, env });
  assert.deepEqual(stdout.trim().split('\n'), ['1', 'reported 1', '0']);
});
