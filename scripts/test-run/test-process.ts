/**
 * Loaded into each test file's process first. If something keeps the process from ending after its tests, such as a timed-out test, it ends
 * with an error after a minute and names the rest.
 */
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const TIMEOUT_MS = 60_000;

// Programs started by tests may load this, too.
if (isMainThread && process.argv[1]?.endsWith('.test.ts')) afterLastTest(() => process.argv[1] ?? '');

/** @param owners names the files that may keep the process */
export function afterLastTest(owners: () => string): void {
  after(() => {
    setTimeout(() => giveUp(owners()), TIMEOUT_MS).unref();
  });
}

function giveUp(owners: string): void {
  const left = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`${owners} did not end within ${TIMEOUT_MS / 1000} s after its last test. Left are: ${left}\n`);
  process.exit(1);
}
