import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { compileWithSanitizers } from '../sanitized.ts';

/** 140 a second over 300 s; iOS 15 to 17 write a report about a process from 150 on. */
const MOST = 42_000;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-thrift-'));
});
after(() => rm(folder, { recursive: true }));

test('in no 300 s of an hour the agent wakes the processor 42,000 times, whatever the app does', { timeout: 600_000 }, async () => {
  const program = await compileWithSanitizers('thrift', folder, 'ios/system/thrift.c');
  const { stdout } = await promisify(execFile)(program, ['scrolls', 'hangs', 'rests', 'waits']);
  const lives = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  assert.deepEqual(
    lives.map(([app]) => app),
    ['scrolls', 'hangs', 'rests', 'waits'],
  );
  for (const [app, most, slowerS] of lives) {
    assert.ok(Number(most) <= MOST, `${app}: ${most}`);
    // A round costs 10 ms of credit and earns the 5 ms until the next: 90 s of it last 90 s / (10 - 5) ms = 18,000 rounds, which are 90 s.
    // In one long hang 30 s more are lent. A rest of half an hour earns no more than 90 s.
    assert.equal(Number(slowerS), app === 'hangs' ? 120 : app === 'waits' ? 1_890 : 90, app);
  }
});
