import { firstMatching } from '../../../columns/sorted.ts';
import type { Run } from '../../../session/model/run.ts';

export function breaksWithin({ gaps }: Run, atUs: number, withinUs: number): boolean {
  const gap = gaps[firstMatching(gaps, ({ beginUs }) => beginUs >= atUs)];
  return gap !== undefined && gap.beginUs - atUs < withinUs;
}
