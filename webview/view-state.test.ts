import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL_VIEW, isFollowing, restoredView, sessionBounds, shownView, summedStretch } from './view-state.ts';

const second = 1_000_000;

test('a live session shows its last ten seconds and follows', () => {
  const bounds = sessionBounds(60 * second, true);
  assert.deepEqual(shownView(INITIAL_VIEW, bounds, true), { fromX: 50 * second, toX: 60 * second });
  assert.ok(isFollowing(INITIAL_VIEW, true));
});

test('a session that has just begun does not stretch its first moments over the whole page', () => {
  assert.deepEqual(sessionBounds(200_000, true), { fromX: 0, toX: 10 * second });
  assert.deepEqual(sessionBounds(200_000, false), { fromX: 0, toX: 200_000 });
});

test('a recorded session is shown as a whole and does not follow', () => {
  const bounds = sessionBounds(60 * second, false);
  assert.deepEqual(shownView(INITIAL_VIEW, bounds, false), bounds);
  assert.ok(!isFollowing(INITIAL_VIEW, false));
});

test('a selected stretch narrows both pictures; the summed one exactly', () => {
  const state = { ...INITIAL_VIEW, range: { fromUs: 10 * second, toUs: 11 * second } };
  const bounds = sessionBounds(60 * second, true);
  assert.deepEqual(shownView(state, bounds, true), { fromX: 9_970_000, toX: 11_030_000 });
  assert.deepEqual(summedStretch(state, bounds, true), state.range);
  assert.ok(!isFollowing(state, true));
});

test('zooming by hand is kept, and sums up what can be seen', () => {
  const state = { ...INITIAL_VIEW, view: { fromX: 1 * second, toX: 2 * second } };
  const bounds = sessionBounds(60 * second, true);
  assert.deepEqual(summedStretch(state, bounds, true), { fromUs: 1 * second, toUs: 2 * second });
});

test('what was stored by an earlier page is checked', () => {
  assert.deepEqual(restoredView(undefined), INITIAL_VIEW);
  assert.deepEqual(
    restoredView({ ...INITIAL_VIEW, range: { fromUs: 5, toUs: 1 }, thread: 1.5, mode: 'x', order: 3, pausedUs: '9' }),
    INITIAL_VIEW,
  );
  const state = { ...INITIAL_VIEW, lag: 'a', range: { fromUs: 1, toUs: 5 }, mode: 'aggregated', search: 'Cart', pausedUs: 9 } as const;
  assert.deepEqual(restoredView(JSON.parse(JSON.stringify(state))), state);
});
