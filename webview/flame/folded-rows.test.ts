import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextMatch } from './flame-search.ts';
import { commonItems, foldedRows, foldItem, frameItem, isFoldItem } from './folded-rows.ts';
import { type FlameRows, NO_BOX, rowsOf, type VisibleBoxes } from './rows.ts';

/**
 * 0        10        20        30
 * main---------------  main----      items 0, 1
 * loop---------------  loop----      items 2, 3
 * draw---- load-----   draw---       items 4, 5, 6
 */
const labels = ['main', 'main', 'loop', 'loop', 'draw', 'load', 'draw'];
const flame = rowsOf({ count: 7, depth: [0, 0, 1, 1, 2, 2, 2], begin: [0, 21, 0, 21, 0, 9, 21], end: [19, 30, 19, 30, 8, 19, 28] }, 0, 30);
const methodOf = (item: number): number => labels.indexOf(labels[item] ?? '');
const fold = (isOpen: boolean): FlameRows => foldedRows(flame, 2, isOpen, {});

function itemsOf({ rows }: FlameRows): readonly (readonly number[])[] {
  return rows.map((row) => {
    const items: number[] = [];
    for (let box = row.first(); box !== NO_BOX; box = row.next(box)) items.push(row.item(box));
    return items;
  });
}

function drawn(of: FlameRows, firstRow: number, lastRow: number, width: number): readonly string[] {
  const met: string[] = [];
  const visit: VisibleBoxes = {
    box: (depth, box, left, right) => met.push(`${depth}: ${of.rows[depth]?.item(box)} ${left}-${right}`),
    narrow: (depth, x, item) => met.push(`${depth}: ${item} at ${x}`),
  };
  of.visitVisible(firstRow, lastRow, { fromX: 0, toX: 30 }, width, visit);
  return met.sort();
}

test('rows that show one method in a range are its common callers', () => {
  const names = (fromX: number, toX: number): readonly (string | undefined)[] =>
    commonItems(flame, { fromX, toX }, methodOf).map((item) => labels[item]);
  assert.deepEqual(names(0, 30), ['main', 'loop']);
  assert.deepEqual(names(0, 8), ['main', 'loop', 'draw']);
  assert.deepEqual(names(19.5, 20.5), []);
});

test('the item of a fold leads to its frame and back', () => {
  assert.deepEqual([0, 5].map(foldItem).map(frameItem), [0, 5]);
  assert.deepEqual([foldItem(0), 0].map(isFoldItem), [true, false]);
});

test('a fold stands for its rows; open, it is one row more, and no box is lost', () => {
  assert.deepEqual(itemsOf(fold(false)), [
    [foldItem(2), foldItem(3)],
    [4, 5, 6],
  ]);
  assert.deepEqual(itemsOf(fold(true)), [
    [foldItem(2), foldItem(3)],
    [0, 1],
    [2, 3],
    [4, 5, 6],
  ]);
});

test('visible rows are drawn at their new depth, also where boxes are narrower than a pixel', () => {
  const [f, g] = [foldItem(2), foldItem(3)];
  assert.deepEqual(drawn(fold(false), 0, 1, 30), [`0: ${f} 0-19`, `0: ${g} 21-30`, '1: 4 0-8', '1: 5 9-19', '1: 6 21-28']);
  assert.deepEqual(drawn(fold(false), 1, 1, 30), ['1: 4 0-8', '1: 5 9-19', '1: 6 21-28']);
  assert.deepEqual(drawn(fold(true), 0, 1, 30), [`0: ${f} 0-19`, `0: ${g} 21-30`, '1: 0 0-19', '1: 1 21-30']);
  assert.deepEqual(drawn(fold(true), 2, 3, 30), ['2: 2 0-19', '2: 3 21-30', '3: 4 0-8', '3: 5 9-19', '3: 6 21-28']);
  // All in one pixel: one box of each row.
  assert.deepEqual(drawn(fold(false), 0, 1, 1), [`0: ${f} at 0`, '1: 4 at 0']);
});

test('a search finds the fold itself', () => {
  assert.deepEqual(
    nextMatch(fold(false), (item) => isFoldItem(item), undefined, 1),
    { depth: 0, box: 0 },
  );
});
