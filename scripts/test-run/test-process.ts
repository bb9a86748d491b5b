/**
 * Loaded into each test file's process first. If something keeps the process from ending after its tests, such as a timed-out test, it ends
 * with an error after a minute and names the rest.
 */
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const TIMEOUT_MS = 60_000;

// Programs started by tests may load this, too.
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
