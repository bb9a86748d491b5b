import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEAT_ROWS, HeatStrip } from '../../../core/analysis/report/heat-strip.ts';
import { cellAt, fillHeat, HEAT_HEIGHT, paintUnchosen } from './heat-painter.ts';

const second = 1_000_000;

test('time goes up a column, then on to the next one', () => {
  const strip = new HeatStrip(second);
  strip.update(4 * second, [], []);
  // Four seconds on 100 pixels: 25 pixels each.
  const data = { strip, updates: 1, bounds: { fromX: 0, toX: 4 * second }, chosen: [] };
  const at = (x: number, y: number): number => cellAt(data, 100, x, y);
  assert.deepEqual([at(0, HEAT_HEIGHT - 1), at(24, HEAT_HEIGHT - 1), at(24, 0), at(25, HEAT_HEIGHT - 1)], [0, 0, HEAT_ROWS - 1, HEAT_ROWS]);
  // The pointer may be captured beyond the strip.
  assert.deepEqual([at(-5, 500), at(0, -500)], [0, HEAT_ROWS - 1]);
});

test('a cell has the colour of the worst lag in it, the stronger the more it took', () => {
  const strip = new HeatStrip(second);
  // A long hang takes the first cell of second 0 wholly and a tenth of the next one; a hitch takes the first cell of second 1.
  const lags = [
    { beginUs: 0, endUs: 55_000, band: 'longHang' },
    { beginUs: second, endUs: second + 50_000, band: 'hitch' },
  ] as const;
  strip.update(2 * second, [], lags);
  const palette = { background: 0, lost: [[1, 2, 3, 4], [], [5, 6, 7, 8], []], busy: [] };
  const pixels = new Uint32Array(2 * HEAT_ROWS);
  fillHeat(pixels, 2, HEAT_ROWS, { strip, updates: 1, bounds: { fromX: 0, toX: 2 * second }, chosen: [] }, palette);
  // The lowest row and the one above it, from left to right.
  assert.deepEqual([...pixels.subarray(-2), ...pixels.subarray(-4, -2)], [8, 4, 5, 0]);
});

test('of a zoomed strip only the columns of its part are drawn', () => {
  const strip = new HeatStrip(second);
  // Only the last column has a lag; it is outside the part.
  strip.update(
    4 * second,
    [],
    [
      { beginUs: 3 * second, endUs: 4 * second, band: 'longHang' },
      { beginUs: 0, endUs: second, band: 'hitch' },
    ],
  );
  const palette = { background: 0, lost: [[1, 2, 3, 4], [], [5, 6, 7, 8], []], busy: [] };
  const drawn = (from: number, to: number): ReadonlySet<number> => {
    const pixels = new Uint32Array(4 * HEAT_ROWS);
    fillHeat(pixels, 4, HEAT_ROWS, { strip, updates: 1, bounds: { fromX: from * second, toX: to * second }, chosen: [] }, palette);
    return new Set(pixels);
  };
  assert.deepEqual(drawn(1, 3), new Set([0]));
  assert.ok(drawn(2, 4).has(8) && !drawn(2, 4).has(4));
});

test('every cell beside what was chosen is made faint once, and no other', () => {
  const strip = new HeatStrip(second);
  strip.update(6 * second, [], []);
  const cellPx = HEAT_HEIGHT / HEAT_ROWS;
  const { cellUs } = strip;
  // Cells of 10 pixels: a few of one column; from one to the next; a column, and some of others; two stretches; nothing.
  const choices: readonly (readonly (readonly [from: number, to: number])[])[] = [
    [[3, 7]],
    [[HEAT_ROWS - 2, HEAT_ROWS + 3]],
    [[HEAT_ROWS - 5, 3 * HEAT_ROWS + 4]],
    [
      [4 * HEAT_ROWS + 2, 5 * HEAT_ROWS],
      [1, 2 * HEAT_ROWS - 1],
    ],
    [[0, 6 * HEAT_ROWS]],
    // The one goes on beyond the strip, the other is all beyond it.
    [
      [2, 6 * HEAT_ROWS + 3],
      [6 * HEAT_ROWS + 5, 6 * HEAT_ROWS + 8],
    ],
  ];
  for (const cells of choices) {
    const faint = new Uint8Array(6 * HEAT_ROWS);
    const context = {
      globalAlpha: 1,
      fillStyle: '',
      fillRect(x: number, y: number, width: number, height: number): void {
        // A canvas fills one of negative size all the same, to the other side.
        assert.ok(width >= 0 && height >= 0, `${width} x ${height}`);
        for (let column = x / 10; column < (x + width) / 10; column++) {
          for (let top = y / cellPx; top < (y + height) / cellPx - 1e-6; top++) {
            const cell = column * HEAT_ROWS + HEAT_ROWS - 1 - Math.round(top);
            faint[cell] = (faint[cell] ?? 0) + 1;
          }
        }
      },
    };
    // A selection that touches a cell includes it.
    const chosen = cells.map(([from, to]) => ({ fromX: from * cellUs + 1, toX: to * cellUs - 1 }));
    paintUnchosen(context, 60, { strip, updates: 1, bounds: { fromX: 0, toX: 6 * second }, chosen }, { background: '#000000' });
    const wanted = faint.map((_, cell) => (cells.some(([from, to]) => cell >= from && cell < to) ? 0 : 1));
    assert.deepEqual(faint, wanted);
  }
});
