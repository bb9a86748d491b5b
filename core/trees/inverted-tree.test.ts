import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListedStack, ListedStacks, pathText } from '../../tests/core/listed-stacks.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { MAX_STACK_DEPTH } from '../wire/schema.ts';
import { InvertedTree, outermost } from './inverted-tree.ts';
import { ViewStacks } from './view-stacks.ts';
import { type ViewTree, viewTree } from './view-tree.ts';

function treeOf(stacks: ListedStacks): ViewTree {
  return viewTree(stacks.nodes, ViewStacks.of(stacks.nodes), stacks.weights);
}

/** Self and total times by path from the inside out, all of it. */
function inverted(stacks: ListedStacks): Record<string, readonly [self: number, total: number]> {
  const tree = new InvertedTree(treeOf(stacks));
  const found: Record<string, readonly [number, number]> = {};
  tree.expand(0);
  for (let row = 1; row < tree.length; row++) {
    assert.equal(tree.hasCallers(row), tree.expand(row).count > 0);
    found[pathText(tree, stacks.names, row)] = [tree.self.wall[row] ?? 0, tree.total.wall[row] ?? 0];
  }
  return found;
}

/** The same from lists: a path that is met several times in one stack counts for that stack's total once. */
function plainly(listed: readonly ListedStack[]): Record<string, readonly [number, number]> {
  const found: Record<string, [number, number]> = {};
  for (const { stack, us } of listed) {
    const met = new Set<string>();
    for (let end = 1; end <= stack.length; end++) {
      for (let begin = end - 1; begin >= 0; begin--) {
        const path = stack.slice(begin, end).reverse().join(' ');
        const sums = found[path] ?? [0, 0];
        found[path] = sums;
        if (end === stack.length) sums[0] += us;
        if (!met.has(path)) sums[1] += us;
        met.add(path);
      }
    }
  }
  return found;
}

test('who called whom, from the inside out, computed by hand', () => {
  const stacks = new ListedStacks([
    { stack: ['main', 'a', 'b'], us: 1 },
    { stack: ['main', 'b'], us: 2 },
    { stack: ['main', 'b', 'a'], us: 4 },
  ]);
  assert.deepEqual(inverted(stacks), {
    main: [0, 7],
    b: [3, 7],
    a: [4, 5],
    'b main': [2, 6],
    'b a': [1, 1],
    'b a main': [1, 1],
    'a main': [0, 1],
    'a b': [4, 4],
    'a b main': [4, 4],
  });
});

test('stacks of any kind, recursive ones too, are summed up as lists of names are', () => {
  const random = seededRandom(11);
  for (let round = 0; round < 200; round++) {
    const listed = Array.from({ length: 20 }, (_, at) => ({
      stack: Array.from({ length: 1 + Math.floor(random() * 8) }, () => 'abcd'.charAt(Math.floor(random() * 4))),
      us: at + 1,
    }));
    assert.deepEqual(inverted(new ListedStacks(listed)), plainly(listed));
  }
});

test('callers of the outermost calls of a function make up all of its time', () => {
  const stacks = new ListedStacks([
    { stack: ['main', 'f', 'g', 'f', 'h'], us: 1 },
    { stack: ['main', 'x', 'f'], us: 2 },
    { stack: ['main', 'g'], us: 4 },
  ]);
  const tree = treeOf(stacks);
  const f = stacks.method('f');
  const callers = new InvertedTree(
    tree,
    outermost(tree, (method) => method === f),
  );
  const { first, count } = callers.expand(0);
  assert.equal(count, 1);
  assert.equal(callers.total.wall[first], 3);
  const above = callers.expand(first);
  const times = Array.from({ length: above.count }, (_, at) => [
    pathText(callers, stacks.names, above.first + at),
    callers.total.wall[above.first + at],
  ]);
  assert.deepEqual(times, [
    ['f main', 1],
    ['f x', 2],
  ]);
});

test('the deepest stack that a session may have is walked without recursion', () => {
  const stack = Array.from({ length: MAX_STACK_DEPTH }, (_, at) => (at % 2 === 0 ? 'even' : 'odd'));
  const tree = new InvertedTree(treeOf(new ListedStacks([{ stack, us: 5 }])));
  assert.equal(tree.expand(0).count, 2);
  assert.deepEqual([tree.total.wall[1], tree.total.wall[2]], [5, 5]);
});
