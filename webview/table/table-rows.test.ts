import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvertedTree } from '../../core/trees/inverted-tree.ts';
import { ViewStacks } from '../../core/trees/view-stacks.ts';
import { viewTree } from '../../core/trees/view-tree.ts';
import { ListedStacks } from '../../tests/core/listed-stacks.ts';
import type { TableState } from '../state/view-state.ts';
import { TableRows } from './table-rows.ts';
import { BottomUpTable, type TableTree, TopDownTable } from './table-tree.ts';

/** main (100) calls draw (10), load (30: parse 20, read 10) and save (60: read 60). */
const stacks = new ListedStacks([
  { stack: ['main', 'draw'], us: 10 },
  { stack: ['main', 'load', 'parse'], us: 20 },
  { stack: ['main', 'load', 'read'], us: 10 },
  { stack: ['main', 'save', 'read'], us: 60 },
]);
const tree = viewTree(stacks.nodes, ViewStacks.of(stacks.nodes), stacks.weights);
const topDown = new TopDownTable(tree, 'wall');
const byTotal = { sort: 'total', descending: true } as const;

function shown(table: TableTree, rows: TableRows): readonly string[] {
  return rows.rows.map(({ row, level, open }) => {
    const mark = open === undefined ? ' ' : open ? '-' : '+';
    return `${'  '.repeat(level - 1)}${mark}${stacks.key(table.method(row))} ${table.value(row, 'total')}`;
  });
}

function tableOf(table: TableTree, sort: Pick<TableState, 'sort' | 'descending'> = byTotal): TableRows {
  const rows = new TableRows();
  rows.show(table, sort, (row) => stacks.key(table.method(row)));
  return rows;
}

test('a table begins with what most of the time leads through open', () => {
  assert.deepEqual(shown(topDown, tableOf(topDown)), ['-main 100', '  +save 60', '  +load 30', '   draw 10']);
});

test('rows open and close, and what was open below comes back', () => {
  const rows = tableOf(topDown);
  rows.setOpen(2, true);
  assert.deepEqual(shown(topDown, rows), ['-main 100', '  +save 60', '  -load 30', '     parse 20', '     read 10', '   draw 10']);
  rows.setOpen(0, false);
  assert.deepEqual(shown(topDown, rows), ['+main 100']);
  rows.setOpen(0, true);
  assert.equal(rows.rows.length, 6);
  assert.equal(rows.parentOf(3), 2);
  assert.equal(rows.parentOf(0), -1);
  assert.deepEqual(
    rows.pathOf(4).map((method) => stacks.key(method)),
    ['main', 'load', 'read'],
  );
});

test('siblings are sorted by any column, both ways', () => {
  const names = (sort: Pick<TableState, 'sort' | 'descending'>): readonly string[] =>
    tableOf(topDown, sort)
      .rows.slice(1)
      .map(({ row }) => stacks.key(topDown.method(row)));
  assert.deepEqual(names({ sort: 'self', descending: true }), ['draw', 'save', 'load']);
  assert.deepEqual(names({ sort: 'total', descending: false }), ['draw', 'load', 'save']);
  assert.deepEqual(names({ sort: 'name', descending: true }), ['draw', 'load', 'save']);
  assert.deepEqual(names({ sort: 'name', descending: false }), ['save', 'load', 'draw']);
});

test('from the inside out: where time was spent, and who called that', () => {
  const table = new BottomUpTable(new InvertedTree(tree), 'wall');
  const rows = tableOf(table, { sort: 'self', descending: true });
  const read = rows.rows[0];
  assert.ok(read);
  assert.deepEqual([stacks.key(table.method(read.row)), table.value(read.row, 'self'), table.value(read.row, 'share')], ['read', 70, 0.7]);
  const index = rows.reveal([stacks.method('read'), stacks.method('load')]);
  const load = rows.rows[index];
  assert.ok(load);
  assert.equal(load.level, 2);
  assert.equal(table.value(load.row, 'self'), 10);
  assert.equal(rows.reveal([stacks.method('read'), stacks.method('draw')]), -1);
});

test('a search goes from match to match as they stand below each other, also where nothing is open, and around the end', () => {
  const isRead = (method: number): boolean => stacks.key(method) === 'read';
  const walk = (table: TableTree, by: 1 | -1, steps: number): readonly string[] => {
    const rows = tableOf(table);
    let selected = 0;
    return Array.from({ length: steps }, () => {
      const path = rows.nextMatch(selected, isRead, by) ?? [];
      const at = rows.reveal(path);
      selected = rows.rows[at]?.id ?? 0;
      return path.map((method) => stacks.key(method)).join(' ');
    });
  };
  // Save has more time than load, so that it stands above.
  const [saved, loaded] = ['main save read', 'main load read'];
  assert.deepEqual(walk(topDown, 1, 3), [saved, loaded, saved]);
  assert.deepEqual(walk(topDown, -1, 3), [loaded, saved, loaded]);
  // From the inside out it is one row; there is no other to go to from there.
  assert.deepEqual(walk(new BottomUpTable(new InvertedTree(tree), 'wall'), 1, 2), ['read', '']);
  assert.equal(
    tableOf(topDown).nextMatch(0, () => false, 1),
    undefined,
  );
});

test('a tree in which matches are looked for again and again is sorted once, and again in another order', () => {
  let asked = 0;
  const counting: TableTree = {
    leadsIn: topDown.leadsIn,
    children: (row) => {
      asked++;
      return topDown.children(row);
    },
    hasChildren: (row) => topDown.hasChildren(row),
    method: (row) => topDown.method(row),
    node: (row) => topDown.node(row),
    value: (row, column) => topDown.value(row, column),
    state: (row) => topDown.state(row),
  };
  const rows = tableOf(counting);
  const next = (): number => {
    const before = asked;
    rows.nextMatch(0, (method) => stacks.key(method) === 'read', 1);
    return asked - before;
  };
  assert.ok(next() > 0);
  assert.equal(next(), 0);
  rows.show(counting, { sort: 'total', descending: false }, (row) => stacks.key(topDown.method(row)));
  assert.ok(next() > 0);
});

test('what is open stays open when a live tree is built again', () => {
  const rows = tableOf(topDown);
  rows.setOpen(2, true);
  const later = new ListedStacks([...stacks.listed, { stack: ['main', 'load', 'parse'], us: 100 }]);
  const laterTable = new TopDownTable(viewTree(later.nodes, ViewStacks.of(later.nodes), later.weights), 'wall');
  rows.show(laterTable, byTotal, (row) => later.key(laterTable.method(row)));
  assert.deepEqual(shown(laterTable, rows), ['-main 200', '  -load 130', '     parse 120', '     read 10', '  +save 60', '   draw 10']);
});

test('a function that mostly waits by itself is marked, in each direction, but not who leads there', () => {
  // All of read's 70 is spent blocked, a quarter of what the others do: main has no time of its own, save only read's.
  const { node, wall } = stacks.weights;
  const blocked = wall.map((us, row) => (stacks.key(stacks.nodes.method[node[row] ?? 0] ?? 0) === 'read' ? us : us / 4));
  const waiting = viewTree(stacks.nodes, ViewStacks.of(stacks.nodes), { ...stacks.weights, blocked });
  const waits = (table: TableTree, rows: readonly number[]): readonly string[] =>
    rows.filter((row) => table.state(row) === 'blocked').map((row) => stacks.key(table.method(row)));
  const down = new TopDownTable(waiting, 'wall');
  const all = Array.from({ length: waiting.length - 1 }, (_, row) => row + 1);
  assert.deepEqual(waits(down, all), ['read', 'read']);
  const up = new BottomUpTable(new InvertedTree(waiting), 'wall');
  assert.deepEqual(waits(up, up.children(0)), ['read']);
  assert.deepEqual(
    waits(
      up,
      up.children(0).flatMap((row) => up.children(row)),
    ),
    [],
  );
});
