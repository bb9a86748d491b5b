import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryOf, type ListedStack, ListedStacks, libraryOf, pathText } from '../../tests/core/listed-stacks.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import type { Transform } from './transform.ts';
import { ViewStacks } from './view-stacks.ts';
import { viewTree } from './view-tree.ts';

/** Self times by stack after the transforms, as the trees have them. */
function selfTimes(listed: readonly ListedStack[], transforms: readonly Transform[]): ReadonlyMap<string, number> {
  const stacks = new ListedStacks(listed);
  const view = transforms.reduce((before, transform) => before.transformed(transform, stacks), ViewStacks.of(stacks.nodes));
  const tree = viewTree(stacks.nodes, view, stacks.weights);
  const times = new Map<string, number>();
  for (let row = 0; row < tree.length; row++) {
    const us = tree.self.wall[row] ?? 0;
    if (us > 0) times.set(pathText(tree, stacks.names, row), us);
    // A row is shown by a frame of its own method, never by a merged one.
    if (row > 0 && (tree.total.wall[row] ?? 0) > 0) assert.equal(stacks.nodes.method[tree.node[row] ?? 0], tree.method[row]);
  }
  return times;
}

/** A transform of one stack of names, written again from what its description promises; undefined drops the stack. */
function plainly(stack: readonly string[], transform: Transform): readonly string[] | undefined {
  switch (transform.type) {
    case 'focusFunction': {
      const at = stack.indexOf(transform.function);
      return at < 0 ? undefined : stack.slice(at);
    }
    case 'focusSubtree':
      return transform.path.every((name, at) => stack[at] === name) ? stack.slice(transform.path.length - 1) : undefined;
    case 'focusCategory': {
      const left = stack.filter((name) => categoryOf(name) === transform.category);
      return left.length === 0 ? undefined : left;
    }
    case 'mergeFunction':
      return stack.filter((name) => name !== transform.function);
    case 'mergeNode':
      return transform.path.every((name, at) => stack[at] === name) ? stack.toSpliced(transform.path.length - 1, 1) : stack;
    case 'dropFunction':
      return stack.includes(transform.function) ? undefined : stack;
    case 'collapseFunction':
      return stack.includes(transform.function) ? stack.slice(0, stack.indexOf(transform.function) + 1) : stack;
    case 'collapseDirectRecursion':
      return stack.filter((name, at) => name !== transform.function || stack[at - 1] !== name);
    case 'collapseRecursion': {
      const first = stack.indexOf(transform.function);
      return first < 0 ? stack : stack.toSpliced(first, stack.lastIndexOf(transform.function) - first);
    }
    case 'collapseLibrary': {
      const isOf = (name: string | undefined): boolean => name !== undefined && libraryOf(name) === transform.library;
      return stack.filter((name, at) => !isOf(name) || !isOf(stack[at - 1]));
    }
    case 'hideSystem':
      return stack.filter((name) => !['framework', 'runtime'].includes(categoryOf(name)));
    case 'flattenToApp':
      return stack.filter((name) => categoryOf(name) === 'app');
    case 'invert':
      return stack;
  }
}

function plainTimes(listed: readonly ListedStack[], transforms: readonly Transform[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { stack, us } of listed) {
    let left: readonly string[] | undefined = stack;
    for (const transform of transforms) left = left && plainly(left, transform);
    if (left !== undefined) times.set(left.join(' '), (times.get(left.join(' ')) ?? 0) + us);
  }
  return times;
}

/** main calls shop, which calls itself directly and through sort. */
const listed: readonly ListedStack[] = [
  { stack: ['r:main', 'f:loop', 'a:shop.show'], us: 1 },
  { stack: ['r:main', 'f:loop', 'a:shop.show', 'a:shop.show', 'l:img.decode', 'l:img.read'], us: 2 },
  { stack: ['r:main', 'f:loop', 'a:shop.show', 'r:sort', 'a:shop.show', 'l:img.decode'], us: 4 },
  { stack: ['r:main', 'f:loop', 'a:cart.total', 'l:img.decode', 'f:draw', 'l:img.read'], us: 8 },
  { stack: ['r:main'], us: 16 },
];

const byHand: readonly (readonly [name: string, transform: Transform, expected: Record<string, number>])[] = [
  [
    'focus function',
    { type: 'focusFunction', function: 'l:img.decode' },
    { 'l:img.decode': 4, 'l:img.decode l:img.read': 2, 'l:img.decode f:draw l:img.read': 8 },
  ],
  [
    'focus subtree',
    { type: 'focusSubtree', path: ['r:main', 'f:loop', 'a:cart.total'] },
    { 'a:cart.total l:img.decode f:draw l:img.read': 8 },
  ],
  ['focus category', { type: 'focusCategory', category: 'library' }, { 'l:img.decode': 4, 'l:img.decode l:img.read': 10 }],
  [
    'merge function',
    { type: 'mergeFunction', function: 'a:shop.show' },
    {
      'r:main': 16,
      'r:main f:loop': 1,
      'r:main f:loop l:img.decode l:img.read': 2,
      'r:main f:loop r:sort l:img.decode': 4,
      'r:main f:loop a:cart.total l:img.decode f:draw l:img.read': 8,
    },
  ],
  ['drop function', { type: 'dropFunction', function: 'f:loop' }, { 'r:main': 16 }],
  [
    'collapse recursion',
    { type: 'collapseRecursion', function: 'a:shop.show' },
    {
      'r:main': 16,
      'r:main f:loop a:shop.show': 1,
      'r:main f:loop a:shop.show l:img.decode l:img.read': 2,
      'r:main f:loop a:shop.show l:img.decode': 4,
      'r:main f:loop a:cart.total l:img.decode f:draw l:img.read': 8,
    },
  ],
  ['flatten to app frames', { type: 'flattenToApp' }, { '': 16, 'a:shop.show': 1, 'a:shop.show a:shop.show': 6, 'a:cart.total': 8 }],
];

for (const [name, transform, expected] of byHand) {
  test(`${name}: as computed by hand`, () => {
    assert.deepEqual(Object.fromEntries(selfTimes(listed, [transform])), expected);
  });
}

test('any chain of transforms on any stacks leaves what it leaves of lists of names', () => {
  const random = seededRandom(6);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const names = ['a:shop.show', 'a:cart.total', 'r:main', 'r:sort', 'f:loop', 'f:draw', 'l:img.decode', 'l:img.read', 'l:net.get'];
  const stackOf = (deepest: number): string[] => Array.from({ length: Math.ceil(random() * deepest) }, () => pick(names) ?? '');
  const transformOf = (stacks: readonly ListedStack[]): Transform => {
    const name = pick(names) ?? '';
    const seen = pick(stacks)?.stack ?? [];
    const path = seen.slice(0, 1 + Math.floor(random() * seen.length));
    const all: readonly Transform[] = [
      { type: 'focusFunction', function: name },
      { type: 'focusSubtree', path },
      { type: 'focusCategory', category: categoryOf(name) },
      { type: 'mergeFunction', function: name },
      { type: 'mergeNode', path },
      { type: 'dropFunction', function: name },
      { type: 'collapseFunction', function: name },
      { type: 'collapseDirectRecursion', function: name },
      { type: 'collapseRecursion', function: name },
      { type: 'collapseLibrary', library: libraryOf(name) },
      { type: 'hideSystem' },
      { type: 'flattenToApp' },
    ];
    return pick(all) ?? { type: 'invert' };
  };
  for (let round = 0; round < 400; round++) {
    const stacks = Array.from({ length: 30 }, (_, at) => ({ stack: stackOf(9), us: at + 1 }));
    const transforms = Array.from({ length: 1 + (round % 4) }, () => transformOf(stacks));
    const found = [...selfTimes(stacks, transforms)].sort();
    assert.deepEqual(found, [...plainTimes(stacks, transforms)].sort(), JSON.stringify(transforms));
  }
});
