import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { IntervalColumns } from '../../session/columns/interval-columns.ts';

export function overlapUs(intervals: IntervalColumns | undefined, beginUs: number, endUs: number): number {
  if (intervals === undefined) return 0;
  let sumUs = 0;
  for (let row = firstAfter(intervals.endUs, beginUs, intervals.length); row < intervals.length; row++) {
    const rowBeginUs = float64At(intervals.beginUs, row);
    if (rowBeginUs >= endUs) break;
    sumUs += Math.min(float64At(intervals.endUs, row), endUs) - Math.max(rowBeginUs, beginUs);
  }
  return sumUs;
}
