import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeLag } from '../../tests/core/made-lag.ts';
import { centerMoment, type SessionFacts, viewChange } from './view-changes.ts';
import { INITIAL_VIEW } from './view-state.ts';

const second = 1_000_000;
const session: SessionFacts = { nowUs: 60 * second, live: true, lags: [madeLag(20 * second, second, undefined)] };

test('a moment comes into the middle of as much as was shown; where all is shown nothing moves', () => {
  const bounds = { fromX: 0, toX: 100 };
  // Half of the 20 that are shown on each side of 60.
  assert.deepEqual(centerMoment(60, { fromX: 10, toX: 30 }, bounds)?.view, { fromX: 50, toX: 70 });
  assert.equal(centerMoment(60, bounds, bounds), undefined);
});

test('a moment inside a lag selects the lag, another one is centered', () => {
  const inside = viewChange(INITIAL_VIEW, { type: 'selectMoment', atUs: 20.5 * second }, session);
  assert.equal(inside?.lag, session.lags[0]?.id);
  assert.deepEqual(inside?.range, { fromUs: 20 * second, toUs: 21 * second });
  // A live session shows ten seconds.
  const outside = viewChange(INITIAL_VIEW, { type: 'selectMoment', atUs: 30 * second }, session);
  assert.equal(outside?.lag, undefined);
  assert.deepEqual(outside?.view, { fromX: 25 * second, toX: 35 * second });
  assert.equal(viewChange(INITIAL_VIEW, { type: 'selectMoment', atUs: 0 }, undefined), undefined);
});

test('range A replaces the selection, range B leaves it', () => {
  const range = { fromUs: 1, toUs: 2 };
  const first = viewChange(INITIAL_VIEW, { type: 'selectRange', beginUs: 1, endUs: 2, second: false }, session);
  assert.deepEqual(first, { lag: undefined, range, view: undefined });
  const other = viewChange(INITIAL_VIEW, { type: 'selectRange', beginUs: 1, endUs: 2, second: true }, session);
  assert.deepEqual(other, { range2: range });
});

test('only a live session pauses, and pausing again resumes', () => {
  assert.deepEqual(viewChange(INITIAL_VIEW, { type: 'togglePause' }, session), { pausedUs: session.nowUs });
  assert.deepEqual(viewChange({ ...INITIAL_VIEW, pausedUs: 5 }, { type: 'togglePause' }, session), { pausedUs: undefined });
  assert.equal(viewChange(INITIAL_VIEW, { type: 'togglePause' }, { ...session, live: false }), undefined);
});
