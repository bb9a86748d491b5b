import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { waitKind } from '../../../core/session/columns/thread-columns.ts';
import { compileWithMock } from '../sanitized.ts';

const execute = promisify(execFile);

test('a park is known from Object.wait by a sample of the wait, never by one of what was before', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-wait-kinds-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = await compileWithMock('waits/kinds', folder, '-fsanitize=address,undefined', '-fno-sanitize-recover=all');
  const { stdout } = await execute(program, [], { timeout: 120_000, env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' } });
  const { park, objectWait, monitor } = waitKind;
  assert.deepEqual(stdout.trim().split('\n'), [
    `-${park}`,
    `-${objectWait}`,
    `-${park}`,
    `-${objectWait}`,
    `-${park}`,
    // Its event is no other's.
    `${monitor}${monitor}`,
    `${objectWait}`,
  ]);
});
