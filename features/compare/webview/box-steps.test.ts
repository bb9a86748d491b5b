import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BoxPlace, boxAfter } from './box-steps.ts';

const box = (left: number, right: number, row: number): BoxPlace => ({ left, right, top: 20 * row });
// main: a calls c, b calls d and e; the widest first, as they are drawn.
const [main, a, b, c, d, e] = [box(0, 100, 0), box(0, 60, 1), box(60, 100, 1), box(0, 33.333, 2), box(60, 80.001, 2), box(80, 100, 2)];
const boxes = [main, a, b, c, d, e];

test('arrow keys lead along the stack and to neighbours, Home and End to the ends of a row', () => {
  const steps: readonly (readonly [string, BoxPlace, BoxPlace | undefined])[] = [
    ['ArrowDown', main, a],
    ['ArrowDown', b, d],
    ['ArrowDown', c, undefined],
    ['ArrowUp', e, b],
    ['ArrowUp', main, undefined],
    ['ArrowRight', c, d],
    ['ArrowLeft', d, c],
    ['ArrowLeft', a, undefined],
    ['ArrowRight', e, undefined],
    ['Home', e, c],
    ['End', c, e],
    ['x', main, undefined],
  ];
  for (const [key, from, to] of steps) assert.equal(boxAfter(key, from, boxes), to, `${key} from ${boxes.indexOf(from)}`);
});
