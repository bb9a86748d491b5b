import type { Thread } from '../../session/model/thread.ts';

/** A sample farther away says nothing about a time. */
const NEAR_US = 1_000_000;

/** Row of the sample at a time or next to it, -1 if none is near. */
export function nearestSample({ samples }: Thread, atUs: number): number {
  const after = samples.firstEndingAt(atUs);
  const afterUs = after < samples.length ? Math.max(0, samples.beginUsAt(after) - atUs) : Number.POSITIVE_INFINITY;
  const beforeUs = after > 0 ? atUs - samples.endUsAt(after - 1) : Number.POSITIVE_INFINITY;
  if (Math.min(afterUs, beforeUs) > NEAR_US) return -1;
  return afterUs <= beforeUs ? after : after - 1;
}
