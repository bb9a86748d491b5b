import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListedStacks, pathText } from '../../tests/core/listed-stacks.ts';
import { differenceStep, invertedDifference, treeDifference } from './difference.ts';
import { InvertedTree } from './inverted-tree.ts';
import { ViewStacks } from './view-stacks.ts';
import { viewTree } from './view-tree.ts';

// Here: load 30 of 100, draw 70. There: load 150 of 200, draw nothing, save 50. All in one table of stacks.
const both = new ListedStacks([
  { stack: ['main', 'load'], us: 30 },
  { stack: ['main', 'draw'], us: 70 },
  { stack: ['main', 'save'], us: 1 },
]);
const stacks = ViewStacks.of(both.nodes);
const weigh = (us: Readonly<Record<string, number>>): ReturnType<typeof viewTree> => {
  const wall = Float64Array.from(
    both.weights.node.subarray(0, both.weights.length),
    (node) => us[both.key(both.nodes.method[node] ?? 0)] ?? 0,
  );
  return viewTree(both.nodes, stacks, { ...both.weights, wall, cpu: wall, blocked: wall, samples: wall });
};
const here = weigh({ load: 30, draw: 70 });
const there = weigh({ load: 150, save: 50 });

test('two selections are compared by their shares, what is on one side only too', () => {
  const { here: hereOf, there: thereOf } = treeDifference(here, there, 'wall');
  const shares = Object.fromEntries(
    Array.from({ length: here.length }, (_, row) => [pathText(here, both.names, row), [hereOf(row), thereOf(row)]]),
  );
  assert.deepEqual(shares, { '': [1, 1], main: [1, 1], 'main load': [0.3, 0.75], 'main draw': [0.7, 0], 'main save': [0, 0.25] });
});

test('the same from the inside out', () => {
  const tree = new InvertedTree(here, () => true, there);
  tree.expand(0);
  const { here: hereOf, there: thereOf } = invertedDifference(tree, 'wall', 'total');
  const shares = Object.fromEntries(
    Array.from({ length: tree.length }, (_, row) => [pathText(tree, both.names, row), [hereOf(row), thereOf(row)]]),
  );
  assert.deepEqual(shares, { '': [1, 1], main: [1, 1], load: [0.3, 0.75], draw: [0.7, 0], save: [0, 0.25] });
  const self = invertedDifference(tree, 'wall', 'self');
  assert.deepEqual(
    Array.from({ length: tree.length }, (_, row) => [self.here(row), self.there(row)]).filter(([share]) => share === 0),
    [
      [0, 0],
      [0, 0.25],
    ],
  );
  const save =
    tree.node[Array.from({ length: tree.length }, (_, row) => row).findIndex((row) => both.key(tree.method[row] ?? 0) === 'save')];
  assert.equal(both.key(both.nodes.method[save ?? 0] ?? 0), 'save');
});

test('nothing on one side is no share of anything', () => {
  const { there: thereOf } = treeDifference(here, weigh({}), 'wall');
  assert.equal(thereOf(1), 0);
});

test('differences are reported in three steps to both sides', () => {
  assert.deepEqual(
    [0.5, 0.53, 0.6, 0.501, 0.497, 0.4].map((share) => differenceStep(share, 0.5)),
    [0, 2, 3, 0, 0, -3],
  );
  assert.equal(differenceStep(0.49, 0.5), -1);
});
