import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintLayer } from './layers.ts';

test('neighbours of the same height are one rectangle, and what is empty is none', () => {
  const filled: string[] = [];
  const context = {
    fillStyle: '',
    fillRect: (...[x, y, width, height]: [number, number, number, number]) => filled.push(`${x},${y} ${width}x${height}`),
  };
  const below = Float32Array.of(0, 0, 0.5, 0.5, 0.2);
  const top = Float32Array.of(0.5, 0.51, 1, 0.5, 0.8);
  // Ten pixels high, upwards from y 30; 0.51 of it is 5 pixels.
  paintLayer(context, below, top, 30, 10, 'blue', 100);
  assert.deepEqual(filled, ['100,25 2x5', '102,20 1x5', '104,22 1x6']);
});
