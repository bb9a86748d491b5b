import { float64At } from '../../../columns/at.ts';
import { firstAtLeast } from '../../../columns/sorted.ts';
import type { Thread } from '../../../session/model/thread.ts';

/** Agents report a message that waited in the queue at most each 8 ms; later ones prove nothing in time. */
const LOOK_AHEAD_US = 20_000;

/**
 * A message that began after a gap was due before it: main had work all the while, and no rest.
 * Origin: `Message.when`, which the queue is sorted by. Messages behind a barrier are due, too, but wait less than a frame.
 */
export function hadDueMessage({ messageUses: uses }: Thread, gapBeginUs: number, gapEndUs: number): boolean {
  for (let row = firstAtLeast(uses.beginUs, gapEndUs, uses.length); row < uses.length; row++) {
    const beginUs = float64At(uses.beginUs, row);
    if (beginUs > gapEndUs + LOOK_AHEAD_US) return false;
    const queuedUs = uses.queuedUsAt(row);
    if (queuedUs !== undefined && beginUs - queuedUs <= gapBeginUs) return true;
  }
  return false;
}
