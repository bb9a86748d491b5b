import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverX } from './hover-line.ts';

test('a moment is at its share of the width, and nowhere outside the view, where no width is asked for', () => {
  const view = { fromX: 100, toX: 300 };
  let asked = 0;
  const width = (): number => {
    asked++;
    return 80;
  };
  assert.equal(hoverX(150, view, width), 20);
  assert.deepEqual([hoverX(100, view, width), hoverX(300, view, width)], [0, 80]);
  assert.deepEqual([hoverX(99, view, width), hoverX(301, view, width), hoverX(undefined, view, width)], [undefined, undefined, undefined]);
  assert.equal(asked, 3);
});
