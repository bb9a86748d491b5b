import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revealedTop, rowWindow } from './row-window.ts';

test('of ten thousand rows those on the screen exist, and some beyond both edges', () => {
  // 730 px of rows that are 73 px high: ten, or parts of eleven.
  assert.deepEqual(rowWindow(0, 730, 73, 10_000, 4), { first: 0, end: 14 });
  assert.deepEqual(rowWindow(73 * 500, 730, 73, 10_000, 4), { first: 496, end: 514 });
  assert.deepEqual(rowWindow(73 * 500 + 1, 730, 73, 10_000, 4), { first: 496, end: 515 });
  assert.deepEqual(rowWindow(73 * 9_990, 730, 73, 10_000, 4), { first: 9_986, end: 10_000 });
});

test('a list that became shorter shows its end, an empty or invisible one nothing', () => {
  assert.deepEqual(rowWindow(73 * 500, 730, 73, 12, 4), { first: 0, end: 12 });
  assert.deepEqual(rowWindow(73 * 500, 730, 73, 100, 0), { first: 90, end: 100 });
  assert.deepEqual(rowWindow(0, 730, 73, 0, 4), { first: 0, end: 0 });
  assert.deepEqual(rowWindow(0, 0, 73, 100, 4), { first: 0, end: 0 });
  assert.deepEqual(rowWindow(0, 730, 0, 100, 4), { first: 0, end: 0 });
  assert.deepEqual(rowWindow(-50, 730, 73, 100, 0), { first: 0, end: 10 }, 'scrolled beyond the begin, as touch screens do');
});

test('a row is brought in by as little scrolling as possible', () => {
  assert.equal(revealedTop(100, 730, 73, 1), 73);
  assert.equal(revealedTop(0, 730, 73, 9), 0);
  assert.equal(revealedTop(0, 730, 73, 10), 73);
  assert.equal(revealedTop(500, 40, 73, 3), 219, 'a list lower than a row shows its begin');
});
