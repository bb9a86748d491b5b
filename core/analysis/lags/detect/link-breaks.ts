import { firstMatching } from '../../../columns/sorted.ts';
import type { Run } from '../../../session/model/run.ts';

/** True when the link broke within this time. Gaps are ordered; a session may have thousands. */
export function breaksWithin({ gaps }: Run, atUs: number, withinUs: number): boolean {
  const gap = gaps[firstMatching(gaps, ({ beginUs }) => beginUs >= atUs)];
  return gap !== undefined && gap.beginUs - atUs < withinUs;
}
