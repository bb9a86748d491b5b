import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEAT_ROWS, HeatStrip } from '../../core/analysis/heat-strip.ts';
import { cellAt, HEAT_HEIGHT } from './heat-painter.ts';

const second = 1_000_000;

test('time goes up a column, then on to the next one', () => {
  const strip = new HeatStrip(second);
  strip.update(4 * second, [], []);
  // Four seconds on 100 pixels: 25 pixels each.
  const data = { strip, bounds: { fromX: 0, toX: 4 * second }, chosen: [] };
  const at = (x: number, y: number): number => cellAt(data, 100, x, y);
  assert.deepEqual([at(0, HEAT_HEIGHT - 1), at(24, HEAT_HEIGHT - 1), at(24, 0), at(25, HEAT_HEIGHT - 1)], [0, 0, HEAT_ROWS - 1, HEAT_ROWS]);
  // The pointer may be captured beyond the strip.
  assert.deepEqual([at(-5, 500), at(0, -500)], [0, HEAT_ROWS - 1]);
});
