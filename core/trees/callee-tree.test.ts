import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListedStack, ListedStacks, pathText } from '../../tests/core/listed-stacks.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { calleeTree } from './callee-tree.ts';
import { ViewStacks } from './view-stacks.ts';
import { viewTree } from './view-tree.ts';

function callees(listed: readonly ListedStack[], name: string): Record<string, readonly [self: number, total: number]> {
  const stacks = new ListedStacks(listed);
  const tree = calleeTree(viewTree(stacks.nodes, ViewStacks.of(stacks.nodes), stacks.weights), (method) => stacks.key(method) === name);
  const found: Record<string, readonly [number, number]> = {};
  for (let row = 0; row < tree.length; row++) {
    found[pathText(tree, stacks.names, row)] = [row === 0 ? 0 : (tree.self.wall[row] ?? 0), tree.total.wall[row] ?? 0];
    if (row > 0) assert.equal(stacks.nodes.method[tree.node[row] ?? 0], tree.method[row]);
  }
  return found;
}

test('what a function calls, wherever it was called, computed by hand', () => {
  const listed = [
    { stack: ['main', 'f', 'g'], us: 1 },
    { stack: ['main', 'x', 'f', 'f', 'g'], us: 2 },
    { stack: ['main', 'x', 'f'], us: 4 },
    { stack: ['main', 'g'], us: 8 },
  ];
  assert.deepEqual(callees(listed, 'f'), { '': [0, 7], f: [4, 7], 'f g': [1, 1], 'f f': [0, 2], 'f f g': [2, 2] });
  assert.deepEqual(callees(listed, 'nowhere'), { '': [0, 0] });
});

test('callees of any stacks are those of lists cut at the first call', () => {
  const random = seededRandom(31);
  for (let round = 0; round < 200; round++) {
    const listed = Array.from({ length: 20 }, (_, at) => ({
      stack: Array.from({ length: 1 + Math.floor(random() * 8) }, () => 'abcf'.charAt(Math.floor(random() * 4))),
      us: at + 1,
    }));
    const expected: Record<string, [number, number]> = { '': [0, 0] };
    for (const { stack, us } of listed) {
      const cut = stack.includes('f') ? stack.slice(stack.indexOf('f')) : [];
      if (cut.length === 0) continue;
      for (let length = 0; length <= cut.length; length++) {
        const sums = expected[cut.slice(0, length).join(' ')] ?? [0, 0];
        expected[cut.slice(0, length).join(' ')] = sums;
        sums[1] += us;
        if (length === cut.length) sums[0] += us;
      }
    }
    assert.deepEqual(callees(listed, 'f'), expected);
  }
});
