import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEAT_ROWS, HeatStrip } from '../../core/analysis/heat-strip.ts';
import { cellAt, fillHeat, HEAT_HEIGHT, withFaint } from './heat-painter.ts';

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

test('a cell has the colour of the worst lag in it, the stronger the more it took, and is faint beside what was chosen', () => {
  const strip = new HeatStrip(second);
  // A long hang takes the first cell of second 0 wholly and a tenth of the next one; a hitch takes the first cell of second 1.
  const lags = [
    { beginUs: 0, endUs: 55_000, band: 'longHang' },
    { beginUs: second, endUs: second + 50_000, band: 'hitch' },
  ] as const;
  strip.update(2 * second, [], lags);
  const palette = withFaint(0xff000000, { lost: [[1, 2, 3, 0xff0000f0], [], [0xff00f000, 6, 7, 0xfff00000], []], busy: [] });
  const drawn = (chosen: { fromX: number; toX: number }[]): number[] => {
    const pixels = new Uint32Array(2 * HEAT_ROWS);
    fillHeat(pixels, 2, HEAT_ROWS, { strip, bounds: { fromX: 0, toX: 2 * second }, chosen }, palette);
    // The lowest row and the one above it, from left to right.
    return [...pixels.subarray(-2), ...pixels.subarray(-4, -2)];
  };
  assert.deepEqual(drawn([]), [0xfff00000, 0xff0000f0, 0xff00f000, 0xff000000]);
  // 0.3 of 0xf0 is 0x48.
  assert.deepEqual(drawn([{ fromX: 0, toX: second }]), [0xfff00000, 0xff000048, 0xff00f000, 0xff000000]);
});
