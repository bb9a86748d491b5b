import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowProviders, useViewWindow } from '../../tests/extension/view-window.ts';
import type { ShownRow, TreeRow } from './trees.ts';

useViewWindow();
const { TreeView } = await import('./trees.ts');

const row = (id: string, label: string, children?: ShownRow['children']): TreeRow => ({
  shown: { id, label, kind: 'row', ...(children === undefined ? {} : { children }) },
});

/** A view of the rows in `top`, each with itself as its child, and the rows that VS Code is asked to refresh. */
async function viewOf(top: TreeRow[]) {
  const view = new TreeView('id', async () => ({
    children: (of) => (of === undefined ? [...top] : [row(`${of.shown.id}/1`, of.shown.label)]),
  }));
  const provider = rowProviders.at(-1);
  assert.ok(provider);
  const refreshed = (): Promise<unknown> =>
    new Promise((resolve) => {
      provider.onDidChangeTreeData(resolve);
      view.refresh();
    });
  return { provider, refreshed, known: await provider.getChildren() };
}

const labelOf = (item: unknown): unknown => Object(item).label;

test('rows that stay are refreshed in place, so that a button pressed meanwhile has its row', async () => {
  const top = [row('phone', 'Pixel', 'expanded'), row('computer', 'This computer')];
  const { provider, refreshed, known } = await viewOf(top);
  top[0] = row('phone', 'Pixel 8', 'expanded');
  assert.deepEqual(await refreshed(), known);
  assert.equal(labelOf(provider.getTreeItem(known[0])), 'Pixel 8');
  assert.deepEqual(
    (await provider.getChildren(known[0])).map((child) => labelOf(provider.getTreeItem(child))),
    ['Pixel 8'],
  );
});

test('other rows at the top, or one that can be opened now, refresh the whole view', async () => {
  const top = [row('phone', 'Pixel', 'expanded')];
  const { provider, refreshed } = await viewOf(top);
  top.push(row('tablet', 'Pixel Tablet'));
  assert.equal(await refreshed(), undefined);
  await provider.getChildren();
  top[1] = row('tablet', 'Pixel Tablet', 'expanded');
  assert.equal(await refreshed(), undefined);
  top.length = 0;
  assert.equal(await refreshed(), undefined);
});
