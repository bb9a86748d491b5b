import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaselineTree } from '../../../core/analysis/lags/groups/baseline-tree.ts';
import { treeDiff } from './tree-diff.ts';

/** Rows as `[caller, name, self time]`. */
function treeOf(names: readonly string[], ...rows: readonly (readonly [number, number, number])[]): BaselineTree {
  const selfUs = [0, ...rows.map(([, , us]) => us)];
  return {
    names: ['', ...names],
    parent: [0, ...rows.map(([caller]) => caller)],
    name: [0, ...rows.map(([, name]) => name)],
    ...{ selfUs, busyUs: selfUs, blockedUs: selfUs.map(() => 0) },
  };
}

test('stacks of both sets meet by name, with what only one has, in time per observed minute', () => {
  // Two minutes: open 20 s, in it total 10 s. One minute: open 6 s, in it sort 4 s; open also below another caller.
  const before = treeOf(['open', 'total'], [0, 1, 20e6], [1, 2, 10e6]);
  const now = treeOf(['main', 'open', 'sort'], [0, 1, 0], [0, 2, 6e6], [2, 3, 4e6], [1, 2, 1e6]);
  const diff = treeDiff([{ tree: before, observedUs: 120e6 }], [{ tree: now, observedUs: 60e6 }]);
  const pathOf = (row: number): string => (row === 0 ? '' : `${pathOf(diff.parent[row] ?? 0)}/${diff.names[row]}`);
  const found = diff.names.map((_, row) => [pathOf(row), diff.beforeUs[row], diff.nowUs[row]]);
  assert.deepEqual(found.sort(), [
    ['', 15e6, 11e6],
    ['/main', 0, 1e6],
    ['/main/open', 0, 1e6],
    ['/open', 15e6, 10e6],
    ['/open/sort', 0, 4e6],
    ['/open/total', 5e6, 0],
  ]);
});

test('sets are joined, and nothing observed is no time', () => {
  const tree = treeOf(['open'], [0, 1, 3e6]);
  const { nowUs, beforeUs } = treeDiff(
    [{ tree, observedUs: 0 }],
    [
      { tree, observedUs: 30e6 },
      { tree, observedUs: 60e6 },
    ],
  );
  assert.deepEqual(
    [beforeUs, nowUs],
    [
      [0, 0],
      [4e6, 4e6],
    ],
  );
});

test('a function that calls itself is one row, with the callees of all its depths', () => {
  const recursive = treeOf(['collect', 'leaf'], [0, 1, 2e6], [1, 1, 3e6], [2, 2, 1e6], [1, 2, 1e6]);
  const { names, nowUs } = treeDiff([], [{ tree: recursive, observedUs: 60e6 }]);
  assert.deepEqual(
    [names, nowUs],
    [
      ['', 'collect', 'leaf'],
      [7e6, 7e6, 2e6],
    ],
  );
});
