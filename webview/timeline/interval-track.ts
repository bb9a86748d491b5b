import { spanOf, toPixel, type Viewport } from '../flame/viewport.ts';
import type { LayerContext } from './layers.ts';
import type { TrackPlace } from './thread-track.ts';
import type { TrackFrames, TrackIntervals } from './track-rows.ts';

/** Row of the first value above a time, of values that never fall; `length` when there is none. */
export function firstAfter(times: ArrayLike<number>, length: number, timeUs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) > timeUs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Row of the interval that lasts at a time, -1 none. */
export function intervalAt({ beginUs, endUs, length }: TrackIntervals, timeUs: number): number {
  const row = firstAfter(endUs, length, timeUs);
  return row < length && (beginUs[row] ?? 0) <= timeUs ? row : -1;
}

/** A painted interval wide enough for its name. */
export interface NamedBox {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

const LEAST_NAMED_PX = 40;

/**
 * Draws intervals as boxes with a pixel between them. Where several begin in one pixel, that pixel is filled once and the next looked for
 * behind it: a million cost what the width has pixels. Gives the boxes that have room for a name.
 */
export function paintIntervals(
  context: LayerContext,
  { left, width, top, height }: TrackPlace,
  intervals: TrackIntervals,
  view: Viewport,
  fill: string,
): readonly NamedBox[] {
  const named: NamedBox[] = [];
  context.fillStyle = fill;
  const at = (timeUs: number): number => toPixel(view, width, timeUs);
  const pixelUs = spanOf(view) / Math.max(1, width);
  let row = firstAfter(intervals.endUs, intervals.length, view.fromX);
  while (row < intervals.length) {
    const beginUs = intervals.beginUs[row] ?? 0;
    if (beginUs >= view.toX) break;
    const from = Math.max(0, at(beginUs));
    const to = Math.min(width, at(intervals.endUs[row] ?? 0));
    const isWide = to - from >= 2;
    const first = isWide ? from : Math.floor(from);
    context.fillRect(left + first, top, isWide ? to - from - 1 : 1, height);
    if (to - from >= LEAST_NAMED_PX) named.push({ row, left: left + from, right: left + to });
    row = isWide ? row + 1 : Math.max(row + 1, firstAfter(intervals.endUs, intervals.length, view.fromX + (first + 1) * pixelUs));
  }
  return named;
}

/** Frames that a late one stands for. */
export function missedFrames(lateUs: number, periodUs: number): number {
  return Math.max(1, Math.round(lateUs / Math.max(1_000, periodUs)));
}

/** Row of the late frame that was awaited at a time, -1 none. */
export function lateFrameAt({ atUs, lateUs, length }: TrackFrames, timeUs: number): number {
  for (let row = firstAfter(atUs, length, timeUs); row < length; row++) {
    const late = lateUs[row] ?? 0;
    if (late > 0) return (atUs[row] ?? 0) - late <= timeUs ? row : -1;
  }
  return -1;
}

/** So many frames late fill the row. */
const FULL_MISSES = 6;

/** Draws late frames from when they were due to when they came; the more frames they stand for, the higher. */
export function paintFrames(
  context: LayerContext,
  { left, width, top, height }: TrackPlace,
  frames: TrackFrames,
  view: Viewport,
  colors: { readonly late: string; readonly veryLate: string; readonly line: string },
): void {
  context.fillStyle = colors.line;
  if (frames.length > 0) context.fillRect(left, top + height - 1, width, 1);
  let painted = -1;
  let paintedHeight = 0;
  for (let row = firstAfter(frames.atUs, frames.length, view.fromX); row < frames.length; row++) {
    const lateUs = frames.lateUs[row] ?? 0;
    const atUs = frames.atUs[row] ?? 0;
    if (lateUs === 0) continue;
    const from = Math.max(0, toPixel(view, width, atUs - lateUs));
    if (from >= width) break;
    const to = Math.min(width, Math.max(from + 2, toPixel(view, width, atUs)));
    const missed = missedFrames(lateUs, frames.periodUs[row] ?? 0);
    const high = Math.round(height * (0.3 + 0.7 * Math.min(1, missed / FULL_MISSES)));
    // Behind a higher one of the same pixels it could not be seen.
    if (to <= painted && high <= paintedHeight) continue;
    context.fillStyle = missed >= 3 ? colors.veryLate : colors.late;
    context.fillRect(left + from, top + height - high, to - from, high);
    painted = Math.max(painted, to);
    paintedHeight = high;
  }
}
