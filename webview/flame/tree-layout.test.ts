import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutTree } from './tree-layout.ts';

test('children lie within their parent, the heaviest first', () => {
  // 0 main 100: 1 draw 20, 2 load 60 (3 read 10, 4 parse 50); 5 other 40
  const tree = { length: 6, parent: [-1, 0, 0, 2, 2, -1], totalUs: [100, 20, 60, 10, 50, 40] };
  const { order, begin, end } = layOutTree(tree);
  assert.deepEqual([...order], [0, 5, 2, 1, 4, 3]);
  assert.deepEqual([...begin], [0, 60, 0, 50, 0, 100]);
  assert.deepEqual([...end], [100, 80, 60, 60, 50, 140]);
});

test('a stack of ten thousand frames needs no recursion', () => {
  const length = 10_000;
  const tree = { length, parent: Int32Array.from({ length }, (_, node) => node - 1), totalUs: new Float64Array(length).fill(5) };
  const { begin, end } = layOutTree(tree);
  assert.equal(begin[length - 1], 0);
  assert.equal(end[length - 1], 5);
});

test('nothing is laid out as nothing', () => {
  assert.equal(layOutTree({ length: 0, parent: [], totalUs: [] }).order.length, 0);
});
