import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextMatch, widestMatch } from './flame-search.ts';
import { rowsOf } from './rows.ts';

/**
 * 0        10        20        30
 * main------------------------      item 0
 * draw---- load-----   draw---      items 1, 2, 3
 * draw-    draw--                   items 4, 5
 */
const labels = ['main', 'draw', 'load', 'draw', 'draw', 'draw'];
const flame = rowsOf({ count: 6, depth: [0, 1, 1, 1, 2, 2], begin: [0, 0, 9, 21, 0, 9], end: [28, 8, 18, 28, 5, 14] }, 0, 30);
const isDraw = (item: number): boolean => labels[item] === 'draw';

test('matches are visited row by row and around the end', () => {
  const first = nextMatch(flame, isDraw, undefined, 1);
  assert.deepEqual(first, { depth: 1, box: 0 });
  const second = nextMatch(flame, isDraw, first, 1);
  assert.deepEqual(second, { depth: 1, box: 2 });
  const third = nextMatch(flame, isDraw, second, 1);
  assert.deepEqual(third, { depth: 2, box: 0 });
  assert.deepEqual(nextMatch(flame, isDraw, { depth: 2, box: 1 }, 1), first);
  assert.deepEqual(nextMatch(flame, isDraw, first, -1), { depth: 2, box: 1 });
  assert.equal(
    nextMatch(flame, () => false, first, 1),
    undefined,
  );
});

test('the widest match of a range is found, of several as wide ones the outermost', () => {
  // Within 0-30: 0-8, 21-28, 0-5, 9-14.
  assert.deepEqual(widestMatch(flame, isDraw, { fromX: 0, toX: 30 }), { depth: 1, box: 0 });
  // Within 4-26: 4-8, 21-26, 4-5, 9-14; the second row's 21-26 is as wide as the third row's 9-14.
  assert.deepEqual(widestMatch(flame, isDraw, { fromX: 4, toX: 26 }), { depth: 1, box: 2 });
  // Within 10-20: 10-14 alone.
  assert.deepEqual(widestMatch(flame, isDraw, { fromX: 10, toX: 20 }), { depth: 2, box: 1 });
  assert.equal(widestMatch(flame, isDraw, { fromX: 15, toX: 20 }), undefined);
});
