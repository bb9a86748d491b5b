import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_TIME, clip, overlapsAny } from './time-range.ts';

const ranges = [
  { beginUs: 10, endUs: 20 },
  { beginUs: 20, endUs: 30 },
  { beginUs: 50, endUs: 60 },
];

test('ranges are clipped to the time between two others', () => {
  assert.deepEqual(clip(ranges, 15, 55), [
    { beginUs: 15, endUs: 20 },
    { beginUs: 20, endUs: 30 },
    { beginUs: 50, endUs: 55 },
  ]);
  assert.deepEqual(clip(ranges, 20, 21), [{ beginUs: 20, endUs: 21 }]);
  assert.deepEqual(clip(ranges, 30, 50), []);
  assert.deepEqual(clip(ALL_TIME, 5, 6), [{ beginUs: 5, endUs: 6 }]);
});

test('ranges that only touch do not overlap', () => {
  assert.equal(overlapsAny(ranges, 30, 50), false);
  assert.equal(overlapsAny(ranges, 0, 10), false);
  assert.equal(overlapsAny(ranges, 60, 100), false);
  assert.equal(overlapsAny(ranges, 29, 50), true);
  assert.equal(overlapsAny(ranges, 0, 11), true);
  assert.equal(overlapsAny(ranges, 0, 100), true);
  assert.equal(overlapsAny([], 0, 100), false);
});
