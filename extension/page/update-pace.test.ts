import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import { UPDATE_INTERVAL_MS } from '../../protocol/page-protocol.ts';
import { UpdatePace } from './update-pace.ts';

const none = new AbortController().signal;

/** The test moves the clock. */
function mockTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
}

/** A pace, and what announces a lag to it. */
function started() {
  const listeners = new Set<() => unknown>();
  const pace = new UpdatePace((listener) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  });
  const open = (): void => {
    for (const listener of listeners) listener();
  };
  return { pace, open, listeners };
}

/** Whether a wait is over once everything without a timer is done. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

test('an update waits a tenth of a second after the one before', async (t) => {
  mockTime(t);
  const { pace } = started();
  pace.begin();
  const wait = pace.wait(none);
  t.mock.timers.tick(UPDATE_INTERVAL_MS - 1);
  assert.equal(await isOver(wait), false);
  t.mock.timers.tick(1);
  assert.equal(await isOver(wait), true);
});

test('a lag that opens ends the wait, and no other one', async (t) => {
  mockTime(t);
  const { pace, open } = started();
  pace.begin();
  const wait = pace.wait(none);
  assert.equal(await isOver(wait), false);
  open();
  assert.equal(await isOver(wait), true);
  pace.begin();
  assert.equal(await isOver(pace.wait(none)), false);
});

test('a lag that opens while an update is sent lets the next one follow at once', async (t) => {
  mockTime(t);
  const { pace, open } = started();
  pace.begin();
  open();
  assert.equal(await isOver(pace.wait(none)), true);
});

test('who ends the stream ends the wait, and then no lag is listened to', async (t) => {
  mockTime(t);
  const { pace, listeners } = started();
  const ending = new AbortController();
  const wait = pace.wait(ending.signal);
  ending.abort();
  await assert.rejects(wait, { name: 'AbortError' });
  pace.dispose();
  assert.equal(listeners.size, 0);
});
