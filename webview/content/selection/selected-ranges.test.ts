import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { INITIAL_VIEW } from '../../state/view-state.ts';
import { selectedRanges } from './selected-ranges.ts';

const whole = { fromUs: 0, toUs: 10_000_000 };
const [group] = lagGroups([
  madeLag(1_000_000, 200_000, 'com.example.Cart.total:1'),
  madeLag(3_000_000, 300_000, 'com.example.Cart.total:2', { thread: 4 }),
  madeLag(5_000_000, 500_000, 'com.example.Cart.total:2'),
  // The same app's next lag begins while the one before lasts, as those of the whole app do.
  madeLag(5_400_000, 300_000, 'com.example.Cart.total:2'),
  madeLag(5_500_000, 100_000, 'com.example.Cart.total:2'),
]);

test('a group is all its lags on their threads, and no time twice', () => {
  assert.deepEqual(selectedRanges(INITIAL_VIEW, group, 0, whole), [
    { thread: 0, beginUs: 1_000_000, endUs: 1_200_000 },
    { thread: 4, beginUs: 3_000_000, endUs: 3_300_000 },
    { thread: 0, beginUs: 5_000_000, endUs: 5_500_000 },
    { thread: 0, beginUs: 5_500_000, endUs: 5_700_000 },
  ]);
});

test('another thread is looked at while the group lagged', () => {
  const threads = selectedRanges({ ...INITIAL_VIEW, thread: 7 }, group, 7, whole).map(({ thread }) => thread);
  assert.deepEqual(threads, [7, 7, 7, 7]);
});

test('without a group, and with a lag or range selected after it, it is that one range', () => {
  assert.deepEqual(selectedRanges(INITIAL_VIEW, undefined, 3, whole), [{ thread: 3, beginUs: whole.fromUs, endUs: whole.toUs }]);
  const range = { fromUs: 5, toUs: 9 };
  assert.deepEqual(selectedRanges({ ...INITIAL_VIEW, range }, group, 3, range), [{ thread: 3, beginUs: 5, endUs: 9 }]);
  assert.deepEqual(selectedRanges(INITIAL_VIEW, undefined, 3, { fromUs: 4, toUs: 4 }), []);
});
