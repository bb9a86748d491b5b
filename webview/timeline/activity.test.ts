import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activityKind } from '../../core/analysis/timeline.ts';
import { activityColumns } from './activity.ts';

const segments = {
  length: 4,
  beginUs: [0, 150, 250, 400],
  endUs: [150, 250, 400, 1000],
  kind: [activityKind.busy, activityKind.blocked, activityKind.idle, activityKind.noData],
};

test('each pixel shows the share of its time', () => {
  // Ten pixels of 100 us each.
  const columns = activityColumns([segments], { fromX: 0, toX: 1000 }, 10);
  assert.deepEqual([...columns.busy.slice(0, 4)], [1, 0.5, 0, 0]);
  assert.deepEqual([...columns.blocked.slice(0, 4)], [0, 0.5, 0.5, 0]);
  assert.deepEqual([...columns.noData], [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
});

test('a view into the middle starts with the segment that reaches into it', () => {
  // Two pixels of 50 us: 100-150 busy, 150-200 blocked.
  const columns = activityColumns([segments], { fromX: 100, toX: 200 }, 2);
  assert.deepEqual([...columns.busy], [1, 0]);
  assert.deepEqual([...columns.blocked], [0, 1]);
});

test('a hundred thousand short segments fill a pixel no more than fully', () => {
  const count = 100_000;
  const beginUs = Float64Array.from({ length: count }, (_, row) => row);
  const endUs = Float64Array.from({ length: count }, (_, row) => row + 1);
  const columns = activityColumns(
    [{ length: count, beginUs, endUs, kind: new Uint8Array(count).fill(activityKind.busy) }],
    { fromX: 0, toX: count },
    3,
  );
  for (const share of columns.busy) assert.ok(share > 0.99 && share <= 1);
});
