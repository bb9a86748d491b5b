import { HEAT_ROWS, type HeatStrip, heatBands } from '../../core/analysis/heat-strip.ts';
import { toPixel, type Viewport } from '../flame/viewport.ts';
import type { Theme } from '../theme.ts';
import type { LayerContext } from './layers.ts';

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

/** Draws each cell: time goes up a column, then on to the next. What lags took is in their colour, the stronger the more. */
export function paintHeat(
  context: LayerContext & Pick<CanvasRenderingContext2D, 'globalAlpha' | 'strokeStyle' | 'lineWidth' | 'strokeRect'>,
  width: number,
  data: HeatData,
  cursorUs: number | undefined,
  theme: Theme,
): void {
  const { strip, bounds, chosen } = data;
  context.globalAlpha = 1;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, HEAT_HEIGHT);
  const { cellUs, columnUs } = strip;
  const height = HEAT_HEIGHT / HEAT_ROWS;
  const left = (column: number): number => Math.round(toPixel(bounds, width, column * columnUs));
  for (let cell = 0; cell < strip.length; cell++) {
    const lost = strip.lost[cell] ?? 0;
    const busy = strip.busy[cell] ?? 0;
    if (lost === 0 && busy < LEAST_BUSY) continue;
    const column = Math.floor(cell / HEAT_ROWS);
    const x = left(column);
    const next = left(column + 1);
    const gap = next - x > 3 ? 1 : 0;
    const band = heatBands[strip.band[cell] ?? 0];
    const fromUs = cell * cellUs;
    const isChosen = chosen.length === 0 || chosen.some(({ fromX, toX }) => fromUs < toX && fromUs + cellUs > fromX);
    const strength = lost > 0 ? 0.4 + 0.6 * stepOf(lost) : 0.35 * stepOf(busy);
    context.fillStyle = lost > 0 && band !== undefined ? theme.band[band] : theme.muted;
    context.globalAlpha = strength * (isChosen ? 1 : FAINT);
    context.fillRect(x, HEAT_HEIGHT - ((cell % HEAT_ROWS) + 1) * height, Math.max(1, next - x - gap), height);
  }
  context.globalAlpha = 1;
  if (cursorUs === undefined) return;
  const cell = strip.cellAt(cursorUs);
  const column = Math.floor(cell / HEAT_ROWS);
  context.strokeStyle = theme.foreground;
  context.lineWidth = 1.5;
  const x = left(column);
  context.strokeRect(x - 1, HEAT_HEIGHT - ((cell % HEAT_ROWS) + 1) * height - 1, Math.max(3, left(column + 1) - x + 1), height + 2);
}

function stepOf(share: number): number {
  return Math.ceil(share * STEPS) / STEPS;
}
