import { firstMatching } from './sorted.ts';

/** Session microseconds, the end exclusive. */
export interface TimeRange {
  readonly beginUs: number;
  readonly endUs: number;
}

/** Ordered, non-empty, without overlaps. */
export type TimeRanges = readonly TimeRange[];

export const ALL_TIME: TimeRanges = [{ beginUs: 0, endUs: Number.POSITIVE_INFINITY }];

export function clip(ranges: TimeRanges, beginUs: number, endUs: number): TimeRanges {
  const parts: TimeRange[] = [];
  for (let at = firstEndingAfter(ranges, beginUs); at < ranges.length; at++) {
    const range = ranges[at];
    if (range === undefined || range.beginUs >= endUs) break;
    parts.push({ beginUs: Math.max(beginUs, range.beginUs), endUs: Math.min(endUs, range.endUs) });
  }
  return parts;
}

/** True when a range overlaps any of them. */
export function overlapsAny(ranges: TimeRanges, beginUs: number, endUs: number): boolean {
  const next = ranges[firstEndingAfter(ranges, beginUs)];
  return next !== undefined && next.beginUs < endUs;
}

function firstEndingAfter(ranges: TimeRanges, timeUs: number): number {
  return firstMatching(ranges, ({ endUs }) => endUs > timeUs);
}
