import { activityKind } from '../../core/analysis/timeline.ts';
import type { Viewport } from '../flame/viewport.ts';

/** What a thread did over time, as columns sorted by begin. */
export interface ActivitySegments {
  readonly length: number;
  readonly beginUs: ArrayLike<number>;
  readonly endUs: ArrayLike<number>;
  /** One of `activityKind`. */
  readonly kind: ArrayLike<number>;
}

/** For each pixel column the share (0 to 1) of time that was busy, blocked or without data; the rest was idle. */
export interface ActivityColumns {
  readonly busy: Float32Array;
  readonly blocked: Float32Array;
  readonly noData: Float32Array;
}

/** Sums segments up into pixel columns, so that an hour and a second cost the same to draw. */
export function activityColumns(activities: readonly ActivitySegments[], view: Viewport, width: number): ActivityColumns {
  const columns = { busy: new Float32Array(width), blocked: new Float32Array(width), noData: new Float32Array(width) };
  for (const segments of activities) addSegments(columns, segments, view, width);
  return columns;
}

function addSegments(columns: ActivityColumns, segments: ActivitySegments, view: Viewport, width: number): void {
  const scale = width / (view.toX - view.fromX);
  for (let segment = firstEndingAfter(segments, view.fromX); segment < segments.length; segment++) {
    const begin = ((segments.beginUs[segment] ?? 0) - view.fromX) * scale;
    if (begin >= width) break;
    const end = ((segments.endUs[segment] ?? 0) - view.fromX) * scale;
    const column = columnOf(segments.kind[segment] ?? activityKind.idle, columns);
    if (column !== undefined) addTo(column, Math.max(0, begin), Math.min(width, end));
  }
}

function columnOf(kind: number, columns: ActivityColumns): Float32Array | undefined {
  if (kind === activityKind.busy) return columns.busy;
  if (kind === activityKind.blocked) return columns.blocked;
  return kind === activityKind.noData ? columns.noData : undefined;
}

/** Adds the covered part of each pixel between two positions. */
function addTo(column: Float32Array, begin: number, end: number): void {
  const last = Math.min(column.length - 1, Math.floor(end));
  for (let pixel = Math.floor(begin); pixel <= last; pixel++) {
    const covered = Math.min(end, pixel + 1) - Math.max(begin, pixel);
    if (covered > 0) column[pixel] = Math.min(1, (column[pixel] ?? 0) + covered);
  }
}

function firstEndingAfter(segments: ActivitySegments, x: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segments.endUs[middle] ?? 0) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}
