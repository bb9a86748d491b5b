import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectMoment } from './view-changes.ts';

test('a moment comes into the middle of as much as was shown; where all is shown nothing moves', () => {
  const bounds = { fromX: 0, toX: 100 };
  // Half of the 20 that are shown on each side of 60.
  assert.deepEqual(selectMoment(60, { fromX: 10, toX: 30 }, bounds)?.view, { fromX: 50, toX: 70 });
  assert.equal(selectMoment(60, bounds, bounds), undefined);
});
