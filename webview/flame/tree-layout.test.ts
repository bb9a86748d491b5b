import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutTree } from './tree-layout.ts';

test('children lie within their parent, in the order they are linked', () => {
  // 0 all 140: 1 main 100 (3 load 60 (4 parse 50, 5 read 10), 6 draw 20), 2 other 40
  const { order, begin, end } = layOutTree({
    length: 7,
    totalUs: [140, 100, 40, 60, 50, 10, 20],
    firstChild: [1, 3, 0, 4, 0, 0, 0],
    nextSibling: [0, 2, 0, 6, 5, 0, 0],
  });
  assert.deepEqual([...order], [1, 2, 3, 6, 4, 5]);
  assert.deepEqual([...begin], [0, 100, 0, 60, 0, 50]);
  assert.deepEqual([...end], [100, 140, 60, 80, 50, 60]);
});

test('a stack of ten thousand frames needs no recursion', () => {
  const length = 10_001;
  const firstChild = Uint32Array.from({ length }, (_, row) => (row + 1 < length ? row + 1 : 0));
  const { order, end } = layOutTree({
    length,
    firstChild,
    nextSibling: new Uint32Array(length),
    totalUs: new Float64Array(length).fill(5),
  });
  assert.equal(order.length, 10_000);
  assert.equal(end[9_999], 5);
});

test('nothing is laid out as nothing', () => {
  assert.equal(layOutTree({ length: 0, totalUs: [], firstChild: [], nextSibling: [] }).order.length, 0);
  assert.equal(layOutTree({ length: 1, totalUs: [0], firstChild: [0], nextSibling: [0] }).order.length, 0);
});
