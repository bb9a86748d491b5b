import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTicks, sizeTicks } from './axis.ts';

test('a time axis has round seconds, about one per 90 pixels', () => {
  assert.deepEqual(axisTicks({ fromX: 0, toX: 2e6 }, 360), [0, 0.5e6, 1e6, 1.5e6, 2e6]);
  // 360 pixels hold four steps of 0.9 s; the round size next to it is 1 s, and 0.4 s is before the first of them.
  assert.deepEqual(axisTicks({ fromX: 0.4e6, toX: 4e6 }, 360), [1e6, 2e6, 3e6, 4e6]);
});

test('an axis of bytes has round sizes of the unit that fits what is shown', () => {
  assert.deepEqual(
    sizeTicks({ fromX: 0, toX: 4 * 1024 ** 2 }, 360),
    [0, 1, 2, 3, 4].map((size) => size * 1024 ** 2),
  );
});

test('an axis without pixels still has ticks', () => {
  assert.deepEqual(axisTicks({ fromX: 0, toX: 2e6 }, 0), [0, 1e6, 2e6]);
});
