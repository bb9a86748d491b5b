import { float32At } from '../../columns/at.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { WaitsOn } from '../lags/lag.ts';
import { callWaitsOn, timeShares, waitOfRow, waitsOn } from '../lags/lag-facts.ts';
import { openCallAt, waitRowAt } from '../locks/held-wait.ts';
import { NO_DATA_US } from '../threads/observed-time.ts';
import { visitSpans } from '../threads/spans.ts';
import { threadActivity } from '../threads/thread-states.ts';
import { threadStates } from '../threads/thread-tracks.ts';

/** CPU use is measured this long before and after the moment: agents report it at least every 50 ms. */
export const AROUND_US = 100_000;

export type ActivityName = keyof typeof threadActivity;

/** One thread at a moment. */
export interface ThreadAt {
  readonly thread: Thread;
  /** Innermost frame with symbols: row of `model.nodes`, 0 without a stack. */
  readonly node: number;
  readonly activity: ActivityName;
  /** One of `threadState`, undefined without a sample near the moment. */
  readonly sampledState: number | undefined;
  /** Of one core, `AROUND_US` before and after; undefined if unknown. */
  readonly cpuShare: number | undefined;
  /** Undefined unless it waits. The owner may be unknown. */
  readonly waitsOn: WaitsOn | undefined;
}

/** Undefined for a thread that did not live. */
export function threadAt(model: SessionModel, thread: Thread, atUs: number): ThreadAt | undefined {
  if (thread.beginUs > atUs || (thread.endUs >= 0 && thread.endUs < atUs)) return undefined;
  const row = rowAt(model, thread, atUs);
  const activity = activityAt(model, thread, atUs, row);
  return {
    thread,
    node: row < 0 ? 0 : model.shownNode(thread.run, thread.samples.nodeAt(row)),
    activity,
    sampledState: row < 0 ? undefined : thread.samples.stateAt(row),
    cpuShare: row < 0 ? undefined : cpuShare(model, thread, atUs),
    waitsOn: waitAt(model, thread, atUs, activity),
  };
}

/** The sample row that holds at a moment, -1 where nobody looked. */
function rowAt(model: SessionModel, thread: Thread, atUs: number): number {
  let found = -1;
  visitSpans(model, thread, atUs, atUs + 1, (span) => {
    if (found < 0) found = span.row;
  });
  if (found >= 0) return found;
  // The last row ends with its last sample; the next one is due.
  const { samples } = thread;
  const last = samples.length - 1;
  return last >= 0 && samples.endUsAt(last) <= atUs && atUs - samples.endUsAt(last) <= NO_DATA_US ? last : -1;
}

/** Main that waits for anything but its next message is blocked, as on the timeline. */
function activityAt(model: SessionModel, thread: Thread, atUs: number, row: number): ActivityName {
  const activity = knownActivity(model, thread, atUs, row);
  return activity === 'waiting' && thread.isMain ? 'blocked' : activity;
}

/** A reported wait is exact; otherwise the sampled state. */
function knownActivity(model: SessionModel, thread: Thread, atUs: number, row: number): ActivityName {
  const wait = waitRowAt(thread.waits, atUs);
  if (wait >= 0) return thread.waits.kind[wait] === waitKind.monitor ? 'blocked' : 'waiting';
  if (openCallAt(thread, atUs) >= 0) return 'blocked';
  if (row < 0) return 'unseen';
  // At the row's end its own state holds, as after the last sample.
  const shownUs = Math.min(atUs, Math.max(thread.samples.beginUsAt(row), thread.samples.endUsAt(row) - 1));
  const shares = threadStates(model, thread).shares(shownUs, shownUs + 1, 1);
  let most: ActivityName = 'unseen';
  for (const name of Object.keys(threadActivity)) {
    if (isActivity(name) && float32At(shares, threadActivity[name]) > float32At(shares, threadActivity[most])) most = name;
  }
  return most;
}

function isActivity(name: string): name is ActivityName {
  return Object.hasOwn(threadActivity, name);
}

/** Of the part in which the thread lived and was recorded. */
function cpuShare(model: SessionModel, thread: Thread, atUs: number): number | undefined {
  const { samples } = thread;
  const beginUs = Math.max(atUs - AROUND_US, samples.beginUsAt(0));
  const endUs = Math.min(atUs + AROUND_US, samples.endUsAt(samples.length - 1));
  return endUs > beginUs ? Math.min(1, timeShares(model, thread, beginUs, endUs).busyUs / (endUs - beginUs)) : undefined;
}

function waitAt(model: SessionModel, thread: Thread, atUs: number, activity: ActivityName): WaitsOn | undefined {
  const row = waitRowAt(thread.waits, atUs);
  const wait = row >= 0 ? waitOfRow(model, thread, row) : callAt(model, thread, atUs, activity);
  // A wait that ends while its owner is asked for has the waiting thread itself.
  return wait?.ownerThread === thread.index ? { ...wait, ownerThread: -1, ownerNode: 0 } : wait;
}

/** An open call lasts beyond the last tick. */
function callAt(model: SessionModel, thread: Thread, atUs: number, activity: ActivityName): WaitsOn | undefined {
  const open = openCallAt(thread, atUs);
  if (open >= 0) return callWaitsOn(model, thread, open);
  const isWaiting = activity === 'blocked' || activity === 'waiting';
  return isWaiting ? waitsOn(model, thread, atUs, atUs + 1) : undefined;
}
