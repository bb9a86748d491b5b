import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowAt, stacksOf } from './track-arrows.ts';
import { type TrackArrow, TrackLayout, type TrackRow } from './track-rows.ts';

const rows = ['main', 'thread 1', 'thread 2', 'thread 3'].map((id): TrackRow => {
  return { kind: 'thread', id, label: id, thread: undefined, parts: () => [] };
});
const layout = new TrackLayout(rows);
const arrow = (atUs: number, toRow: string): TrackArrow => {
  return { wait: { kind: 'held', from: 0, to: 2, atUs, isCertain: true }, fromRow: 'main', toRow, about: '' };
};
/** 100 pixels of names, then a pixel per microsecond; the axis is 18 pixels, rows are 20. */
const frame = { names: 100, width: 300, height: 100, scrollTop: 0 };

/** The place in `arrows` of the one at a pixel, -1 for none. */
function met(arrows: readonly TrackArrow[], x: number, y: number, scrollTop = 0): number {
  const view = { fromX: 0, toX: 200 };
  const data = { rows, view, bounds: view, second: undefined, selected: 'main', lags: [], arrows };
  const found = arrowAt(data, layout, { ...frame, scrollTop }, x, y);
  return found === undefined ? -1 : arrows.indexOf(found);
}

test('an arrow is met at its time between the middles of its rows', () => {
  const arrows = [arrow(50, 'thread 2')];
  // From 18 + 10 to 18 + 50.
  assert.deepEqual(
    [28, 48, 68].map((y) => met(arrows, 150, y)),
    [0, 0, 0],
  );
  assert.deepEqual([met(arrows, 154, 48), met(arrows, 160, 48), met(arrows, 150, 80)], [0, -1, -1]);
});

test('an arrow out of the time in view, or to a thread without a row, is left out', () => {
  assert.deepEqual([met([arrow(250, 'thread 2')], 350, 48), met([arrow(50, 'thread 9')], 150, 48)], [-1, -1]);
});

test('of an arrow whose end is scrolled away, the rest is met', () => {
  // Main is above the axis, and thread 2 ends at 18 + 50 - 40.
  assert.deepEqual([met([arrow(50, 'thread 2')], 150, 24, 40), met([arrow(50, 'thread 2')], 150, 60, 40)], [0, -1]);
  assert.equal(met([arrow(50, 'thread 1')], 150, 24, 60), -1, 'both are above');
});

test('an arrow leads to both stacks, a wait’s end to those just before it', () => {
  const { wait } = arrow(50, 'thread 2');
  assert.deepEqual(stacksOf(wait), { type: 'showThreads', atUs: 50, threads: [0, 2] });
  assert.deepEqual(stacksOf({ ...wait, kind: 'woken', from: 2, to: 0 }), { type: 'showThreads', atUs: 49, threads: [2, 0] });
});
