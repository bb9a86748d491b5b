import { HEAT_ROWS, type HeatStrip, heatBands } from '../../../core/analysis/report/heat-strip.ts';
import { float32At, numberAt, uint8At } from '../../../core/columns/at.ts';
import type { Theme } from '../../ui/theme.ts';
import { toPixel, type Viewport } from '../../ui/viewport.ts';
import { blended, pixelOf } from '../columns.ts';

/** CSS pixels. */
export const HEAT_HEIGHT = HEAT_ROWS * 3;

/** More shades of one colour look alike. */
const STEPS = 4;
const LEAST_BUSY = 0.05;
/** Opacity outside the selected ranges. */
const FAINT = 0.3;

export interface HeatData {
  readonly strip: HeatStrip;
  /** Version of the strip's cells. */
  readonly updates: number;
  /** Visible part of the session, aligned with the timeline. */
  readonly bounds: Viewport;
  /** Selected ranges; other cells are faint. Empty for the whole session. */
  readonly chosen: readonly Viewport[];
}

/** Cell at a point; it may lie in the future. */
export function cellAt({ strip, bounds }: HeatData, width: number, x: number, y: number): number {
  const timeUs = bounds.fromX + (x / Math.max(1, width)) * (bounds.toX - bounds.fromX);
  const column = Math.max(0, Math.floor(timeUs / strip.columnUs));
  const row = Math.min(HEAT_ROWS - 1, Math.max(0, Math.floor(((HEAT_HEIGHT - y) / HEAT_HEIGHT) * HEAT_ROWS)));
  return column * HEAT_ROWS + row;
}

export interface HeatPalette {
  readonly background: number;
  /** Indexed by band, then by step. */
  readonly lost: readonly (readonly number[])[];
  /** Indexed by step. */
  readonly busy: readonly number[];
}

export function heatPalette(theme: Theme): HeatPalette {
  const background = pixelOf(theme.background);
  const shades = (color: string, least: number, most: number): readonly number[] =>
    Array.from({ length: STEPS }, (_, step) => blended(pixelOf(color), background, least + ((most - least) * (step + 1)) / STEPS));
  return { background, lost: heatBands.map((band) => shades(theme.band[band], 0.4, 1)), busy: shades(theme.muted, 0, 0.35) };
}

/** Fills pixels with cells, upwards then rightwards. Lag time deepens the colour. */
export function fillHeat(pixels: Uint32Array, width: number, height: number, { strip, bounds }: HeatData, palette: HeatPalette): void {
  pixels.fill(palette.background);
  const left = (column: number): number => Math.round(toPixel(bounds, width, column * strip.columnUs));
  const bottoms = Array.from({ length: HEAT_ROWS + 1 }, (_, row) => height - Math.round((row * height) / HEAT_ROWS));
  let next = left(0);
  for (let first = 0; first < strip.length; first += HEAT_ROWS) {
    const from = Math.max(0, next);
    next = left(first / HEAT_ROWS + 1);
    if (next <= 0) continue;
    if (from >= width) return;
    const to = Math.min(width, Math.max(from + 1, next - from > 3 ? next - 1 : next));
    const end = Math.min(strip.length, first + HEAT_ROWS);
    for (let cell = first; cell < end; cell++) {
      const color = colorOf(strip, cell, palette);
      if (color === undefined) continue;
      for (let y = numberAt(bottoms, cell - first + 1); y < numberAt(bottoms, cell - first); y++)
        pixels.fill(color, y * width + from, y * width + to);
    }
  }
}

/** Fades unselected cells. Drawn apart, since ranges move every frame and cells don't. */
export function paintUnchosen(
  context: Pick<CanvasRenderingContext2D, 'globalAlpha' | 'fillStyle' | 'fillRect'>,
  width: number,
  { strip, bounds, chosen }: HeatData,
  theme: Pick<Theme, 'background'>,
): void {
  if (chosen.length === 0) return;
  const left = (column: number): number => Math.max(0, Math.round(toPixel(bounds, width, column * strip.columnUs)));
  const bottom = (row: number): number => HEAT_HEIGHT - (row * HEAT_HEIGHT) / HEAT_ROWS;
  context.globalAlpha = 1 - FAINT;
  context.fillStyle = theme.background;
  for (const { from, to } of cellsBetween(strip, chosen)) {
    const [first, last] = [Math.floor(from / HEAT_ROWS), Math.ceil(to / HEAT_ROWS) - 1];
    // Only the outer columns are partly selected.
    for (const column of first === last ? [first] : [first, last]) {
      const top = bottom(Math.min(HEAT_ROWS, to - column * HEAT_ROWS));
      const end = bottom(Math.max(0, from - column * HEAT_ROWS));
      context.fillRect(left(column), top, left(column + 1) - left(column), end - top);
    }
    if (last - first > 1) context.fillRect(left(first + 1), 0, left(last) - left(first + 1), HEAT_HEIGHT);
  }
  context.globalAlpha = 1;
}

/** Cells of a range that lie in no selected range. */
function cellsBetween(
  { cellUs, length }: HeatStrip,
  ranges: readonly Viewport[],
): readonly { readonly from: number; readonly to: number }[] {
  const cells = ranges.map(({ fromX, toX }) => ({ from: Math.floor(fromX / cellUs), to: Math.ceil(toX / cellUs) }));
  cells.sort((a, b) => a.from - b.from);
  const between: { from: number; to: number }[] = [];
  let end = 0;
  for (const { from, to } of [...cells, { from: length, to: length }]) {
    const next = Math.min(from, length);
    if (next > end) between.push({ from: end, to: next });
    end = Math.max(end, to);
  }
  return between;
}

/** Undefined for a cell without data. */
function colorOf(strip: HeatStrip, cell: number, colors: HeatPalette): number | undefined {
  const lost = float32At(strip.lost, cell);
  if (lost > 0) return colors.lost[uint8At(strip.band, cell)]?.[stepOf(lost)];
  const busy = float32At(strip.busy, cell);
  return busy < LEAST_BUSY ? undefined : colors.busy[stepOf(busy)];
}

function stepOf(share: number): number {
  return Math.min(STEPS, Math.ceil(share * STEPS)) - 1;
}

/** Frames the cell of a moment. */
export function paintHeatCursor(
  context: Pick<CanvasRenderingContext2D, 'strokeStyle' | 'lineWidth' | 'strokeRect'>,
  width: number,
  { strip, bounds }: HeatData,
  cursorUs: number,
  theme: Theme,
): void {
  const cell = strip.cellAt(cursorUs);
  const column = Math.floor(cell / HEAT_ROWS);
  const x = toPixel(bounds, width, column * strip.columnUs);
  const next = toPixel(bounds, width, (column + 1) * strip.columnUs);
  const height = HEAT_HEIGHT / HEAT_ROWS;
  context.strokeStyle = theme.foreground;
  context.lineWidth = 1.5;
  context.strokeRect(x - 1, HEAT_HEIGHT - ((cell % HEAT_ROWS) + 1) * height - 1, Math.max(3, next - x + 1), height + 2);
}
