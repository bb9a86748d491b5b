import { float64At, int32At, uint8At, uint32At } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { intervalState } from '../../session/columns/interval-columns.ts';
import { waitKind, waitOutcome } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { WaitEnd } from './ended-wait.ts';
import { finishedTask } from './finished-task.ts';
import { likelyWaker } from './likely-waker.ts';
import { nearestSample } from './nearest-sample.ts';
import { mayBePassedOn } from './passed-on.ts';

/** The interval of agents that report none. */
const USUAL_INTERVAL_US = 10_000;
/** Agents accept no longer one; recordings may claim any. */
const LONGEST_INTERVAL_US = 50_000;
/** Agents confirm at least this often that an owner stands still. */
const CONFIRMED_US = 50_000;
/** A round may come late, and what samples show comes a round late. */
const LATE_ROUNDS = 2;

/** Who ended a wait (row of `thread.waits`); undefined if unknown, as for an open wait, a timeout or an interrupt. */
export function endedBy(model: SessionModel, thread: Thread, row: number): WaitEnd | undefined {
  const { waits, index } = thread;
  if (uint8At(waits.state, row) !== intervalState.ended || uint8At(waits.outcome, row) === waitOutcome.stillHeld) return undefined;
  const intervalUs = Math.min(model.runs[thread.run]?.settings?.intervalUs || USUAL_INTERVAL_US, LONGEST_INTERVAL_US);
  const owner = int32At(waits.owner, row);
  const holder = model.threads[owner];
  if (holder === undefined) {
    if (uint8At(waits.kind, row) === waitKind.monitor) return undefined;
    return likelyWaker(model, thread, row, intervalUs) ?? finishedTask(model, thread, row, intervalUs);
  }
  if (owner === index || !wasReleased(thread, row)) return undefined;
  const endUs = float64At(waits.endUs, row);
  const askedUs = float64At(waits.ownerUs, row);
  const heldToUs = holder.endUs < 0 ? endUs : Math.min(endUs, holder.endUs);
  const lateUs = LATE_ROUNDS * intervalUs;
  if (endUs - heldToUs > (uint8At(waits.kind, row) === waitKind.monitor ? lateUs : CONFIRMED_US)) return undefined;
  if (heldToUs - stoodStillTo(holder, askedUs) > CONFIRMED_US + lateUs) return undefined;
  if (mayBePassedOn(model, thread, row, CONFIRMED_US + lateUs)) return undefined;
  const sample = nearestSample(holder, heldToUs);
  const node = sample < 0 ? uint32At(waits.ownerNode, row) : holder.samples.nodeAt(sample);
  const isCertain = uint32At(waits.waiters, row) <= 1 && uint8At(waits.outcome, row) !== waitOutcome.released;
  return { thread: owner, node: model.shownNode(thread.run, node), isCertain };
}

/** Who ended the wait that covers most of a range. */
export function longestWaitEnd(model: SessionModel, thread: Thread, range: TimeRange): WaitEnd | undefined {
  const longest = longestWait(thread, range);
  return longest < 0 ? undefined : endedBy(model, thread, longest);
}

/** Row of `thread.waits` that covers most of a range, -1 without any. */
export function longestWait({ waits }: Thread, range: TimeRange): number {
  let longestUs = 0;
  let longest = -1;
  for (let row = firstAtLeast(waits.endUs, range.beginUs, waits.length); row < waits.length; row++) {
    const beginUs = float64At(waits.beginUs, row);
    if (beginUs >= range.endUs) break;
    const us = Math.min(float64At(waits.endUs, row), range.endUs) - Math.max(beginUs, range.beginUs);
    if (us <= longestUs) continue;
    longestUs = us;
    longest = row;
  }
  return longest;
}

/** A wait for a monitor ends only when it was released; one for a lock also by a timeout or an interrupt. */
function wasReleased({ waits }: Thread, row: number): boolean {
  const outcome = uint8At(waits.outcome, row);
  return outcome !== waitOutcome.unknown || uint8At(waits.kind, row) === waitKind.monitor;
}

/** The end of the time from a moment on in one stack, in which a thread releases nothing; else the moment. */
function stoodStillTo({ samples }: Thread, fromUs: number): number {
  let row = samples.firstBeginningAfter(fromUs) - 1;
  if (row < 0) return fromUs;
  const node = samples.nodeAt(row);
  while (row + 1 < samples.length && samples.nodeAt(row + 1) === node) row++;
  return Math.max(fromUs, samples.endUsAt(row));
}
