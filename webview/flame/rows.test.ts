import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clampTo, fromPixel, pan, toPixel, zoom } from '../ui/viewport.ts';
import { boxAt, type FlameRow, NO_BOX, rowsOf, type VisibleBoxes } from './rows.ts';
import { entryPlace, step } from './selection.ts';

/**
 * 0        10        20        30
 * a------------------b---------      depth 0
 * c----    d---------                depth 1
 *          e--                       depth 2
 */
const drawing = {
  count: 5,
  depth: [0, 0, 1, 1, 2],
  begin: [0, 19, 0, 9, 9],
  end: [19, 29, 5, 19, 12],
};

/** Boxes of a row, first to last. */
function boxesOf(row: FlameRow): readonly number[] {
  const boxes: number[] = [];
  for (let box = row.first(); box !== NO_BOX; box = row.next(box)) boxes.push(box);
  return boxes;
}

test('boxes go to the row of their depth in the order of their begin', () => {
  const flame = rowsOf(drawing, 0, 30);
  assert.deepEqual(
    flame.rows.map((row) => boxesOf(row).map((box) => row.item(box))),
    [[0, 1], [2, 3], [4]],
  );
});

test('a depth without boxes is an empty row, not a hole', () => {
  const flame = rowsOf({ count: 1, depth: [2], begin: [0], end: [1] }, 0, 1);
  assert.deepEqual(
    flame.rows.map((row) => boxesOf(row).length),
    [0, 0, 1],
  );
});

test('the box under a point is found, and a gap is a gap', () => {
  const row = rowsOf(drawing, 0, 30).rows[1];
  assert.equal(boxAt(row, 0), 0);
  assert.equal(boxAt(row, 4.9), 0);
  assert.equal(boxAt(row, 5), -1);
  assert.equal(boxAt(row, 9), 1);
  assert.equal(boxAt(row, 19), -1);
  assert.equal(boxAt(undefined, 0), -1);
});

test('arrow keys lead to the caller, the longest callee and the neighbours', () => {
  const flame = rowsOf(drawing, 0, 30);
  const all = { fromX: 0, toX: 30 };
  assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'callee', all), { depth: 1, box: 1 });
  assert.deepEqual(step(flame, { depth: 1, box: 1 }, 'callee', all), { depth: 2, box: 0 });
  assert.deepEqual(step(flame, { depth: 2, box: 0 }, 'callee', all), { depth: 2, box: 0 });
  assert.deepEqual(step(flame, { depth: 2, box: 0 }, 'caller', all), { depth: 1, box: 1 });
  assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'next', all), { depth: 0, box: 1 });
  assert.deepEqual(step(flame, { depth: 0, box: 1 }, 'next', all), { depth: 0, box: 1 });
  assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'previous', all), { depth: 0, box: 0 });
  assert.deepEqual(entryPlace(flame, { fromX: 18, toX: 30 }), { depth: 0, box: 1 });
});

test('the callee is one in sight, and one out of sight only where the call has no other', () => {
  const flame = rowsOf(drawing, 0, 30);
  for (const [fromX, toX, box] of [
    [0, 10, 0],
    [0, 30, 1],
    [6, 8, 1],
    [25, 30, 1],
  ] as const) {
    assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'callee', { fromX, toX }), { depth: 1, box }, `${fromX} to ${toX}`);
  }
});

test('a million boxes in a pixel are one rectangle', () => {
  const count = 1_000_000;
  const begin = Float64Array.from({ length: count }, (_, box) => box);
  const end = Float64Array.from({ length: count }, (_, box) => box + 1);
  const columns: number[] = [];
  const visit: VisibleBoxes = {
    box: () => assert.fail('no box is a pixel wide'),
    narrow: (_depth, x) => assert.ok(columns.push(x) <= 1000, 'more rectangles than pixels'),
  };
  rowsOf({ count, depth: new Uint8Array(count), begin, end }, 0, count).visitVisible(0, 0, { fromX: 0, toX: count }, 1000, visit);
  assert.deepEqual(
    columns,
    Array.from({ length: 1000 }, (_, x) => x),
  );
});

test('boxes at least a pixel wide are visited one by one and cut at the edges', () => {
  const seen: [number, number, number][] = [];
  rowsOf(drawing, 0, 30).visitVisible(0, 0, { fromX: 10, toX: 20 }, 100, {
    box: (_depth, box, left, right) => seen.push([box, left, right]),
    narrow: () => assert.fail('no box is narrow'),
  });
  assert.deepEqual(seen, [
    [0, 0, 90],
    [1, 90, 100],
  ]);
});

test('beside the outermost boxes of a row there is none', () => {
  const row = rowsOf(drawing, 0, 30).rows[1];
  assert.deepEqual([row?.previous(0), row?.next(0), row?.next(1), row?.last(), row?.firstEndingAfter(19)], [NO_BOX, 1, NO_BOX, 1, NO_BOX]);
});

test('zooming keeps the x under the pointer where it is', () => {
  const bounds = { fromX: 0, toX: 1000 };
  const view = { fromX: 100, toX: 300 };
  const anchorX = fromPixel(view, 400, 100);
  const closer = zoom(bounds, view, 0.5, anchorX);
  assert.equal(anchorX, 150);
  assert.deepEqual(closer, { fromX: 125, toX: 225 });
  assert.equal(toPixel(closer, 400, anchorX), 100);
});

test('no view leaves the bounds or gets shorter than ten microseconds', () => {
  const bounds = { fromX: 0, toX: 1000 };
  assert.deepEqual(zoom(bounds, { fromX: 0, toX: 1000 }, 4, 500), bounds);
  assert.deepEqual(pan(bounds, { fromX: 900, toX: 1000 }, 0.5), { fromX: 900, toX: 1000 });
  assert.deepEqual(clampTo(bounds, { fromX: -50, toX: 50 }), { fromX: 0, toX: 100 });
  const closest = zoom(bounds, { fromX: 0, toX: 20 }, 0.01, 10);
  assert.equal(closest.toX - closest.fromX, 10);
});
