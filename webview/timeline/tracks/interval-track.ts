import { float32At, numberAt } from '../../../core/columns/at.ts';
import { firstAfter } from '../../../core/columns/sorted.ts';
import { spanOf, toPixel, type Viewport } from '../../ui/viewport.ts';
import type { Place } from '../columns.ts';
import type { TrackFrames, TrackIntervals } from './track-rows.ts';

/** Row of the interval at a time, or -1. */
export function intervalAt({ beginUs, endUs, length, isOwn }: TrackIntervals, timeUs: number): number {
  const row = firstAfter(endUs, timeUs, length);
  return row < length && isOwn?.[row] !== 1 && numberAt(beginUs, row) <= timeUs ? row : -1;
}

/** A painted interval wide enough for its name. */
export interface NamedBox {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

const LEAST_NAMED_PX = 40;

/**
 * Draws boxes with a pixel between them and returns those with room for a name. Intervals in one pixel are painted once, so cost
 * follows the width.
 */
export function paintIntervals(
  context: Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect'>,
  { left, width, top, height }: Place,
  intervals: TrackIntervals,
  view: Viewport,
  fill: string,
): readonly NamedBox[] {
  const named: NamedBox[] = [];
  context.fillStyle = fill;
  const at = (timeUs: number): number => toPixel(view, width, timeUs);
  const pixelUs = spanOf(view) / Math.max(1, width);
  let narrowFrom = -1;
  let narrowTo = -1;
  const paintNarrow = (): void => {
    if (narrowFrom >= 0) context.fillRect(left + narrowFrom, top, narrowTo - narrowFrom, height);
    narrowFrom = -1;
  };
  let row = firstAfter(intervals.endUs, view.fromX, intervals.length);
  while (row < intervals.length) {
    const beginUs = numberAt(intervals.beginUs, row);
    if (beginUs >= view.toX) break;
    if (intervals.isOwn?.[row] === 1) {
      row++;
      continue;
    }
    const from = Math.max(0, at(beginUs));
    const to = Math.min(width, at(numberAt(intervals.endUs, row)));
    if (to - from >= LEAST_NAMED_PX) named.push({ row, left: left + from, right: left + to });
    if (to - from >= 2) {
      paintNarrow();
      context.fillRect(left + from, top, to - from - 1, height);
      row++;
      continue;
    }
    const pixel = Math.floor(from);
    if (pixel !== narrowTo) {
      paintNarrow();
      narrowFrom = pixel;
    } else if (narrowFrom < 0) narrowFrom = pixel;
    narrowTo = pixel + 1;
    row = Math.max(row + 1, firstAfter(intervals.endUs, view.fromX + (pixel + 1) * pixelUs, intervals.length));
  }
  paintNarrow();
  return named;
}

/** Height of a late frame in frames: at least one, to be seen. */
export function missedFrames(lateUs: number, periodUs: number): number {
  return Math.max(1, Math.round(lateUs / Math.max(1_000, periodUs)));
}

/** Row of the late frame due at a time, or -1. */
export function lateFrameAt({ atUs, lateUs, length }: TrackFrames, timeUs: number): number {
  for (let row = firstAfter(atUs, timeUs, length); row < length; row++) {
    const late = numberAt(lateUs, row);
    if (late > 0) return numberAt(atUs, row) - late <= timeUs ? row : -1;
  }
  return -1;
}

/** Height is full at this many missed frames. */
const FULL_MISSES = 6;
/** Bad from this many missed frames. */
const MANY_MISSES = 3;

/**
 * Late frames as columns from due time to arrival; height counts missed frames.
 * @param least fewest columns of a late frame
 */
export function frameColumns(
  frames: TrackFrames,
  view: Viewport,
  columns: number,
  least: number,
): { readonly late: Float32Array; readonly veryLate: Float32Array } {
  const late = new Float32Array(columns);
  const veryLate = new Float32Array(columns);
  for (let row = firstAfter(frames.atUs, view.fromX, frames.length); row < frames.length; row++) {
    const lateUs = numberAt(frames.lateUs, row);
    const atUs = numberAt(frames.atUs, row);
    if (lateUs === 0) continue;
    const from = Math.max(0, Math.floor(toPixel(view, columns, atUs - lateUs)));
    // Arrivals are ordered; due times are not.
    if (from >= columns) continue;
    const to = Math.min(columns, Math.max(from + least, Math.round(toPixel(view, columns, atUs))));
    const missed = missedFrames(lateUs, numberAt(frames.periodUs, row));
    const high = 0.3 + 0.7 * Math.min(1, missed / FULL_MISSES);
    const target = missed >= MANY_MISSES ? veryLate : late;
    for (let column = from; column < to; column++) target[column] = Math.max(float32At(target, column), high);
  }
  // A higher column hides a lower one.
  for (let column = 0; column < columns; column++) late[column] = Math.max(float32At(late, column), float32At(veryLate, column));
  return { late, veryLate };
}
