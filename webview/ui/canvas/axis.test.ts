import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTicks, movedByKey, sizeTicks } from './axis.ts';

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

test('W and S zoom about the cursor or the middle, A and D pan by a quarter, 0 shows all', () => {
  const bounds = { fromX: 0, toX: 1_000 };
  const shown = { fromX: 400, toX: 500 };
  // 70 of the 100; the cursor at a fifth stays there.
  assert.deepEqual(movedByKey('w', bounds, shown), { fromX: 415, toX: 485 });
  assert.deepEqual(movedByKey('w', bounds, shown, 420), { fromX: 406, toX: 476 });
  assert.deepEqual(movedByKey('+', bounds, shown, 900), { fromX: 415, toX: 485 });
  assert.deepEqual(movedByKey('s', bounds, { fromX: 415, toX: 485 }), shown);
  assert.deepEqual(movedByKey('a', bounds, shown), { fromX: 375, toX: 475 });
  assert.deepEqual(movedByKey('d', bounds, { fromX: 890, toX: 990 }), { fromX: 900, toX: 1_000 });
  assert.deepEqual(movedByKey('0', bounds, shown), bounds);
  assert.equal(movedByKey('q', bounds, shown), undefined);
});
