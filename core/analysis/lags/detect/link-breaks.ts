import type { Run } from '../../../session/model/run.ts';

/** True when the link broke within this time. Gaps are ordered; a session may have thousands. */
export function breaksWithin({ gaps }: Run, atUs: number, withinUs: number): boolean {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((gaps[middle]?.beginUs ?? 0) >= atUs) high = middle;
    else low = middle + 1;
  }
  const gap = gaps[low];
  return gap !== undefined && gap.beginUs - atUs < withinUs;
}
