import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTicks } from '../ui/canvas/axis.ts';
import { paintRuler, tickDigits } from './ruler.ts';

test('times of an axis have the digits that distinguish its ticks, also of a single one', () => {
  const digits = (fromX: number, toX: number, width: number): number => tickDigits(axisTicks({ fromX, toX }, width), { fromX, toX });
  // Ticks every 20 s, every 0.1 s, every 0.02 s.
  assert.deepEqual([digits(0, 60e6, 400), digits(1e6, 1.5e6, 450), digits(1e6, 1.1e6, 450)], [0, 1, 2]);
  // 0:27.8 is the only round moment between 27.62 and 27.99 s.
  const narrow = { fromX: 27.62e6, toX: 27.99e6 };
  assert.deepEqual([axisTicks(narrow, 200), tickDigits(axisTicks(narrow, 200), narrow)], [[27.8e6], 1]);
  assert.equal(tickDigits([], { fromX: 5, toX: 5 }), 6);
});

test('a time that a name on the axis would cover, even half, is left out', () => {
  const drawn: string[] = [];
  const context = {
    fillRect: () => undefined,
    measureText: ({ length }: string) => ({ width: 7 * length }),
    fillText: (label: string) => drawn.push(label),
  };
  const theme = { smallFont: '', line: '', muted: '', highContrast: false };
  // 90 pixels a second; "0:00" is at 4 to 32, "0:02" at 184 to 212. A flag without a name is 0 wide.
  const covers = [
    { left: 30, right: 60 },
    { left: 190, right: 190 },
    { left: 270, right: 330 },
  ];
  paintRuler(Object(context), 0, 450, 80, { fromX: 0, toX: 5e6 }, Object(theme), covers);
  assert.deepEqual(drawn, ['0:01', '0:02', '0:04', '0:05']);
});
