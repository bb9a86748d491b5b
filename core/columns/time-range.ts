import { firstMatching } from './sorted.ts';

/** A range of session time in microseconds, the end not included. */
export interface TimeRange {
  readonly beginUs: number;
  readonly endUs: number;
}

/** Ranges in their order, neither empty nor overlapping. */
export type TimeRanges = readonly TimeRange[];

export const ALL_TIME: TimeRanges = [{ beginUs: 0, endUs: Number.POSITIVE_INFINITY }];

/** The parts of ranges between two times. */
export function clip(ranges: TimeRanges, beginUs: number, endUs: number): TimeRanges {
  const parts: TimeRange[] = [];
  for (let at = firstEndingAfter(ranges, beginUs); at < ranges.length; at++) {
    const range = ranges[at];
    if (range === undefined || range.beginUs >= endUs) break;
    parts.push({ beginUs: Math.max(beginUs, range.beginUs), endUs: Math.min(endUs, range.endUs) });
  }
  return parts;
}

/** True when any of the ranges overlaps the time between two others. */
export function overlapsAny(ranges: TimeRanges, beginUs: number, endUs: number): boolean {
  const next = ranges[firstEndingAfter(ranges, beginUs)];
  return next !== undefined && next.beginUs < endUs;
}

function firstEndingAfter(ranges: TimeRanges, timeUs: number): number {
  return firstMatching(ranges, ({ endUs }) => endUs > timeUs);
}
