/**
 * Loaded into each test file's process before the file. When its tests are over and something of theirs keeps the process from ending,
 * as a test does that was given up, the whole run would wait for it for ever: here it ends with an error after a minute, which says what
 * was left.
 */
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const TIMEOUT_MS = 60_000;

// What a test starts may load this as well.
if (isMainThread && process.argv[1]?.endsWith('.test.ts')) {
  after(() => {
    setTimeout(giveUp, TIMEOUT_MS).unref();
  });
}

function giveUp(): void {
  const left = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`${process.argv[1]} did not end within ${TIMEOUT_MS / 1000} s after its last test. Left are: ${left}\n`);
  process.exit(1);
}
