import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedByWheel, openTargetOf } from './pointer.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false };

test('a click only chooses, with Ctrl or Cmd it opens, with Alt beside', () => {
  assert.equal(openTargetOf(none), undefined);
  assert.equal(openTargetOf({ ...none, ctrlKey: true }), 'here');
  assert.equal(openTargetOf({ ...none, metaKey: true }), 'here');
  assert.equal(openTargetOf({ ...none, altKey: true }), 'beside');
  // As links of VS Code's editor with Ctrl+Alt: to the side.
  assert.equal(openTargetOf({ ...none, altKey: true, ctrlKey: true }), 'beside');
});

const bounds = { fromX: 0, toX: 1_000_000 };
const view = { fromX: 400_000, toX: 600_000 };
const wheel = { deltaX: 0, deltaY: 0, ctrlKey: false, metaKey: false, shiftKey: false };

test('with Ctrl the wheel zooms about the pointer', () => {
  // Half of it, about a quarter of the way: 450,000 stays where it is.
  const zoomed = movedByWheel({ ...wheel, ctrlKey: true, deltaY: Math.log(0.5) / 0.002 }, bounds, view, 450_000, 100);
  assert.deepEqual(
    [zoomed?.fromX, zoomed?.toX].map((us) => Math.round(us ?? 0)),
    [425_000, 525_000],
  );
});

test('sideways, or with Shift, it pans by as much as the wheel moved; up and down is for the scroll bar', () => {
  assert.deepEqual(movedByWheel({ ...wheel, deltaX: 10, deltaY: 3 }, bounds, view, 0, 100), { fromX: 420_000, toX: 620_000 });
  assert.deepEqual(movedByWheel({ ...wheel, deltaY: -10, shiftKey: true }, bounds, view, 0, 100), { fromX: 380_000, toX: 580_000 });
  assert.equal(movedByWheel({ ...wheel, deltaX: 1, deltaY: 40 }, bounds, view, 0, 100), undefined);
  assert.equal(movedByWheel(wheel, bounds, view, 0, 100), undefined);
});
