import { HEAT_ROWS, type HeatStrip, heatBands } from '../../core/analysis/heat-strip.ts';
import { toPixel, type Viewport } from '../flame/viewport.ts';
import type { Theme } from '../theme.ts';
import { blended, pixelOf } from './columns.ts';

/** Height of the strip in CSS pixels. */
export const HEAT_HEIGHT = HEAT_ROWS * 3;

/** Steps of one colour; more could not be told apart. */
const STEPS = 4;
const LEAST_BUSY = 0.05;
/** What lies in no chosen stretch. */
const FAINT = 0.3;

export interface HeatData {
  readonly strip: HeatStrip;
  /** The whole session: the strip lies below the timeline, second below second. */
  readonly bounds: Viewport;
  /** Chosen stretches; cells elsewhere are faint. Empty when the whole session is. */
  readonly chosen: readonly Viewport[];
}

/** The cell under a place of the picture; it may be one that has not begun. */
export function cellAt({ strip, bounds }: HeatData, width: number, x: number, y: number): number {
  const timeUs = bounds.fromX + (x / Math.max(1, width)) * (bounds.toX - bounds.fromX);
  const column = Math.max(0, Math.floor(timeUs / strip.columnUs));
  const row = Math.min(HEAT_ROWS - 1, Math.max(0, Math.floor(((HEAT_HEIGHT - y) / HEAT_HEIGHT) * HEAT_ROWS)));
  return column * HEAT_ROWS + row;
}

/** Colours of cells by what they tell. */
interface CellColors {
  /** By band, then by step. */
  readonly lost: readonly (readonly number[])[];
  /** By step. */
  readonly busy: readonly number[];
}

export interface HeatPalette {
  readonly background: number;
  readonly full: CellColors;
  /** Of what lies in no chosen stretch. */
  readonly faint: CellColors;
}

export function heatPalette(theme: Theme): HeatPalette {
  const background = pixelOf(theme.background);
  const shades = (color: string, least: number, most: number): readonly number[] =>
    Array.from({ length: STEPS }, (_, step) => blended(pixelOf(color), background, least + ((most - least) * (step + 1)) / STEPS));
  return withFaint(background, { lost: heatBands.map((band) => shades(theme.band[band], 0.4, 1)), busy: shades(theme.muted, 0, 0.35) });
}

/** Adds the colours of what lies in no chosen stretch. */
export function withFaint(background: number, full: CellColors): HeatPalette {
  const faded = (colors: readonly number[]): readonly number[] => colors.map((color) => blended(color, background, FAINT));
  return { background, full, faint: { lost: full.lost.map(faded), busy: faded(full.busy) } };
}

/** Fills pixels with the cells: time goes up a column, then on to the next. What lags took is in their colour, the stronger the more. */
export function fillHeat(pixels: Uint32Array, width: number, height: number, data: HeatData, palette: HeatPalette): void {
  const { strip, bounds, chosen } = data;
  const { cellUs, columnUs } = strip;
  pixels.fill(palette.background);
  const left = (column: number): number => Math.round(toPixel(bounds, width, column * columnUs));
  const bottoms = Array.from({ length: HEAT_ROWS + 1 }, (_, row) => height - Math.round((row * height) / HEAT_ROWS));
  const isChosen = (fromUs: number): boolean => chosen.some(({ fromX, toX }) => fromUs < toX && fromUs + cellUs > fromX);
  let next = left(0);
  // The strip is drawn in each frame in which the reader moves what is chosen of it: what a column has in common is worked out once.
  for (let first = 0; first < strip.length; first += HEAT_ROWS) {
    const from = Math.max(0, next);
    next = left(first / HEAT_ROWS + 1);
    const to = Math.min(width, Math.max(from + 1, next - from > 3 ? next - 1 : next));
    const end = Math.min(strip.length, first + HEAT_ROWS);
    for (let cell = first; cell < end; cell++) {
      const color = colorOf(strip, cell, chosen.length === 0 || isChosen(cell * cellUs) ? palette.full : palette.faint);
      if (color === undefined) continue;
      for (let y = bottoms[cell - first + 1] ?? 0; y < (bottoms[cell - first] ?? 0); y++)
        pixels.fill(color, y * width + from, y * width + to);
    }
  }
}

/** Undefined for a cell that tells nothing. */
function colorOf(strip: HeatStrip, cell: number, colors: CellColors): number | undefined {
  const lost = strip.lost[cell] ?? 0;
  if (lost > 0) return colors.lost[strip.band[cell] ?? 0]?.[stepOf(lost)];
  const busy = strip.busy[cell] ?? 0;
  return busy < LEAST_BUSY ? undefined : colors.busy[stepOf(busy)];
}

function stepOf(share: number): number {
  return Math.min(STEPS, Math.ceil(share * STEPS)) - 1;
}

/** Frames the cell that a moment lies in. */
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
