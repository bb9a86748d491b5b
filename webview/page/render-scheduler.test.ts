import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RenderScheduler } from './render-scheduler.ts';

/** A page whose session is being read, at a time and with animation frames that the test moves. */
function readingPage(t: TestContext) {
  const frames: (() => void)[] = [];
  let nowMs = 10_000;
  Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => frames.push(run) });
  t.mock.method(performance, 'now', () => nowMs);
  let drawn = 0;
  const schedule = new RenderScheduler(
    () => true,
    () => {
      drawn++;
      schedule.rendered();
    },
  );
  return {
    schedule,
    /** Pictures by the end of the next frame. */
    drawnAfter(ms: number): number {
      nowMs += ms;
      for (const run of frames.splice(0)) run();
      return drawn;
    },
  };
}

test('while a session is read its news are drawn half a second apart at first, then up to two seconds', (t) => {
  const { schedule, drawnAfter } = readingPage(t);
  schedule.requestSoon();
  assert.equal(drawnAfter(0), 1);
  schedule.requestSoon();
  assert.equal(drawnAfter(499), 1);
  schedule.requestSoon();
  assert.equal(drawnAfter(1), 1, 'it was too early when it was reported');
  schedule.requestSoon();
  assert.equal(drawnAfter(0), 2);
  let drawn = 2;
  for (const waitMs of [1_000, 2_000, 2_000]) {
    drawnAfter(waitMs - 1);
    schedule.requestSoon();
    assert.equal(drawnAfter(0), drawn);
    drawnAfter(1);
    schedule.requestSoon();
    assert.equal(drawnAfter(0), ++drawn);
  }
});

test('what the reader changed is drawn with the next frame, also while a session is read', (t) => {
  const { schedule, drawnAfter } = readingPage(t);
  schedule.requestNow();
  assert.equal(drawnAfter(0), 1);
  schedule.requestNow();
  assert.equal(drawnAfter(16), 2);
});
