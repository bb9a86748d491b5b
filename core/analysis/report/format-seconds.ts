import type { TimeRange } from '../../columns/time-range.ts';

/** A range of session time: `12.3–15.0 s`. */
export function formatSeconds({ beginUs, endUs }: TimeRange): string {
  return `${(beginUs / 1e6).toFixed(1)}–${(endUs / 1e6).toFixed(1)} s`;
}
