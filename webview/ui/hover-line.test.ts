import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverX } from './hover-line.ts';

test('a moment is at its share of the width, and nowhere outside the view', () => {
  const view = { fromX: 100, toX: 300 };
  assert.equal(hoverX(150, view, 80), 20);
  assert.deepEqual([hoverX(100, view, 80), hoverX(300, view, 80)], [0, 80]);
  assert.deepEqual([hoverX(99, view, 80), hoverX(301, view, 80), hoverX(undefined, view, 80)], [undefined, undefined, undefined]);
});
