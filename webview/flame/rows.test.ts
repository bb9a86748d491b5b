import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxAt, firstEndingAfter, rowsOf } from './rows.ts';
import { entryPlace, step } from './selection.ts';
import { clampTo, fromPixel, pan, toPixel, zoom } from './viewport.ts';
import { visitVisible } from './visible-boxes.ts';

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

test('boxes go to the row of their depth in the order of their begin', () => {
  const flame = rowsOf(drawing, 0, 30);
  assert.deepEqual(
    flame.rows.map((row) => [...row.item]),
    [[0, 1], [2, 3], [4]],
  );
});

test('a depth without boxes is an empty row, not a hole', () => {
  const flame = rowsOf({ count: 1, depth: [2], begin: [0], end: [1] }, 0, 1);
  assert.deepEqual(
    flame.rows.map((row) => row.count),
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
  assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'callee'), { depth: 1, box: 1 });
  assert.deepEqual(step(flame, { depth: 1, box: 1 }, 'callee'), { depth: 2, box: 0 });
  assert.deepEqual(step(flame, { depth: 2, box: 0 }, 'callee'), { depth: 2, box: 0 });
  assert.deepEqual(step(flame, { depth: 2, box: 0 }, 'caller'), { depth: 1, box: 1 });
  assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'next'), { depth: 0, box: 1 });
  assert.deepEqual(step(flame, { depth: 0, box: 1 }, 'next'), { depth: 0, box: 1 });
  assert.deepEqual(step(flame, { depth: 0, box: 0 }, 'previous'), { depth: 0, box: 0 });
  assert.deepEqual(entryPlace(flame, { fromX: 18, toX: 30 }), { depth: 0, box: 1 });
});

test('a million boxes in a pixel are one rectangle', () => {
  const count = 1_000_000;
  const begin = Float64Array.from({ length: count }, (_, box) => box);
  const end = Float64Array.from({ length: count }, (_, box) => box + 1);
  const row = rowsOf({ count, depth: new Uint8Array(count), begin, end }, 0, count).rows[0];
  assert.ok(row);
  let rectangles = 0;
  let boxes = 0;
  visitVisible(row, { fromX: 0, toX: count }, 1000, (_box, left, right, merged) => {
    rectangles++;
    boxes += merged;
    assert.ok(right > left && right - left <= 1.0001);
  });
  assert.equal(rectangles, 1000);
  assert.equal(boxes, count);
});

test('boxes at least a pixel wide are visited one by one and cut at the edges', () => {
  const row = rowsOf(drawing, 0, 30).rows[0];
  assert.ok(row);
  const seen: [number, number, number][] = [];
  visitVisible(row, { fromX: 10, toX: 20 }, 100, (box, left, right) => seen.push([box, left, right]));
  assert.deepEqual(seen, [
    [0, 0, 90],
    [1, 90, 100],
  ]);
});

test('a search from a later start does not look back', () => {
  const row = rowsOf(drawing, 0, 30).rows[0];
  assert.ok(row);
  assert.equal(firstEndingAfter(row, 0, 1), 1);
  assert.equal(firstEndingAfter(row, 100), 2);
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
