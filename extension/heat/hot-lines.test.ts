import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hotLineFrom, hotLines } from './hot-lines.ts';
import type { ShownLine } from './shown-heat.ts';

const line = (at: number, worstMs: number): ShownLine => {
  const worstUs = worstMs * 1_000;
  return { line: at, selfUs: 0, totalUs: worstUs, busyUs: 0, blockedUs: 0, readyUs: 0, lags: 1, lagUs: worstUs, worstUs };
};

test('hot lines made up 50 ms of a lag; without such, all lines with a bar count', () => {
  assert.deepEqual(hotLines([line(30, 300), line(8, 50), line(12, 49)], undefined), [8, 30]);
  assert.deepEqual(hotLines([line(12, 9), line(3, 49)], undefined), [3, 12]);
});

test('the way leads around the end of the file, in both directions', () => {
  const lines = [8, 30, 55];
  assert.deepEqual(
    [0, 8, 29, 30, 55, 90].map((from) => hotLineFrom(lines, from, 'next')),
    [8, 30, 30, 55, 8, 8],
  );
  assert.deepEqual(
    [0, 8, 9, 55, 90].map((from) => hotLineFrom(lines, from, 'previous')),
    [55, 55, 8, 30, 55],
  );
  assert.equal(hotLineFrom([], 5, 'next'), undefined);
});
