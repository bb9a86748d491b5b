import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { type HeldWait, lastMomentOf, longestHeldWait } from './held-wait.ts';
import { MOST_LINKS, type OwnerChain, ownerChain } from './owner-chain.ts';

/** A link has to last this share of the range to be named. */
const LEAST_SHARE = 0.1;

/**
 * The chain of owners that explains a thread's waits in a range: a ring at the end of the longest wait, else the links that lasted longest at
 * the same time. Undefined without a wait with a known owner.
 */
export function chainInRange(model: SessionModel, thread: Thread, range: TimeRange): OwnerChain | undefined {
  const leastUs = LEAST_SHARE * (range.endUs - range.beginUs);
  const first = within(range, longestHeldWait(model, thread, range));
  if (first === undefined || first.endUs - first.beginUs < leastUs) return undefined;
  const atEnd = ownerChain(model, thread, lastMomentOf(first));
  if (atEnd !== undefined && atEnd.ringFrom >= 0) return atEnd;
  let common: HeldWait = first;
  let owner = model.threads[first.owner];
  // Each thread once, as its waits are read row by row.
  const seen = new Set([thread]);
  while (owner !== undefined && seen.size < MOST_LINKS && !seen.has(owner)) {
    seen.add(owner);
    const next = within(common, longestHeldWait(model, owner, common, common));
    if (next === undefined || next.endUs - next.beginUs < leastUs) break;
    common = next;
    owner = model.threads[next.owner];
  }
  return ownerChain(model, thread, (common.beginUs + common.endUs) / 2);
}

function within<Wait extends TimeRange>({ beginUs, endUs }: TimeRange, wait: Wait | undefined): Wait | undefined {
  if (wait === undefined) return undefined;
  return { ...wait, beginUs: Math.max(wait.beginUs, beginUs), endUs: Math.min(wait.endUs, endUs) };
}
