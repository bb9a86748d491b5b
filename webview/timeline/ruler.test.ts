import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTicks } from '../ui/axis.ts';
import { tickDigits } from './ruler.ts';

test('times of an axis have the digits that tell its ticks apart, also of a single one', () => {
  const digits = (fromX: number, toX: number, width: number): number => tickDigits(axisTicks({ fromX, toX }, width), { fromX, toX });
  // Ticks every 20 s, every 0.1 s, every 0.02 s.
  assert.deepEqual([digits(0, 60e6, 400), digits(1e6, 1.5e6, 450), digits(1e6, 1.1e6, 450)], [0, 1, 2]);
  // 0:27.8 is the only round moment between 27.62 and 27.99 s.
  const narrow = { fromX: 27.62e6, toX: 27.99e6 };
  assert.deepEqual([axisTicks(narrow, 200), tickDigits(axisTicks(narrow, 200), narrow)], [[27.8e6], 1]);
  assert.equal(tickDigits([], { fromX: 5, toX: 5 }), 6);
});
