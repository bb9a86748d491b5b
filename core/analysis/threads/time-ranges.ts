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
  for (let at = firstAfter(ranges, beginUs); at < ranges.length; at++) {
    const range = ranges[at];
    if (range === undefined || range.beginUs >= endUs) break;
    parts.push({ beginUs: Math.max(beginUs, range.beginUs), endUs: Math.min(endUs, range.endUs) });
  }
  return parts;
}

/** True when a range overlaps any of them. */
export function isWithin(ranges: TimeRanges, beginUs: number, endUs: number): boolean {
  return (ranges[firstAfter(ranges, beginUs)]?.beginUs ?? Number.POSITIVE_INFINITY) < endUs;
}

/** Row of the first range ending after a time. */
function firstAfter(ranges: TimeRanges, us: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.endUs ?? 0) > us) high = middle;
    else low = middle + 1;
  }
  return low;
}
