import { float64At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { chainInRange } from './chain-in-range.ts';
import { endedBy, longestWait } from './wait-end.ts';

/** Between two threads (rows of `model.threads`) at one time. */
export interface WaitArrow {
  /** `held`: from a waiting thread to the object's owner. `woken`: from the thread that ended a wait to the one that waited. */
  readonly kind: 'held' | 'woken';
  readonly from: number;
  readonly to: number;
  readonly atUs: number;
  /** False for the likely end of a wait. */
  readonly isCertain: boolean;
}

/** Ends of longer chains lie beyond any screen. */
const MOST_OWNERS = 8;
/** Shorter waits explain no range. */
const LEAST_SHARE = 0.1;

/** A thread's waits in a range: owners in turn, and the thread that ended the longest wait. */
export function waitArrows(model: SessionModel, thread: Thread, range: TimeRange): readonly WaitArrow[] {
  const chain = chainInRange(model, thread, range);
  const links = chain?.links.slice(0, MOST_OWNERS) ?? [];
  const held = links.map(
    ({ thread: from, owner: to }): WaitArrow => ({
      kind: 'held',
      from,
      to,
      atUs: chain?.atUs ?? range.beginUs,
      isCertain: true,
    }),
  );
  const woken = wokenArrow(model, thread, range);
  return woken === undefined ? held : [...held, woken];
}

function wokenArrow(model: SessionModel, thread: Thread, range: TimeRange): WaitArrow | undefined {
  const { waits, index } = thread;
  const row = longestWait(thread, range);
  if (row < 0) return undefined;
  const atUs = float64At(waits.endUs, row);
  const us = Math.min(atUs, range.endUs) - Math.max(float64At(waits.beginUs, row), range.beginUs);
  const end = us < LEAST_SHARE * (range.endUs - range.beginUs) ? undefined : endedBy(model, thread, row);
  return end && { kind: 'woken', from: end.thread, to: index, atUs, isCertain: end.isCertain };
}
