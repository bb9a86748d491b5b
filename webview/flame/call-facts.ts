import { rowBusyShare } from '../../core/analysis/busy-time.ts';
import { overlapUs } from '../../core/analysis/lag-facts.ts';
import type { IntervalColumns } from '../../core/session/interval-columns.ts';
import { threadState } from '../../core/session/sample-columns.ts';
import type { Thread } from '../../core/session/thread.ts';
import type { PageStringKey } from '../../extension/page-protocol.ts';

/** How a thread spent a stretch of time. */
export interface StateTimes {
  readonly busyUs: number;
  /** Without pauses of the garbage collector. */
  readonly blockedUs: number;
  readonly garbageUs: number;
  /** Keys of the names of the states that samples saw, the longest first. */
  readonly states: readonly PageStringKey[];
}

/** Could run, but its CPU clock stood still: no core was free for it, or the kernel read a page for it. */
const OFF_CPU = -1;

const names: readonly (readonly [state: number, name: PageStringKey])[] = [
  [threadState.running, 'stateRunning'],
  [OFF_CPU, 'stateOffCpu'],
  [threadState.monitor, 'stateMonitor'],
  [threadState.objectWait, 'stateObjectWait'],
  [threadState.parked, 'stateParked'],
  [threadState.sleeping, 'stateSleeping'],
  [threadState.native, 'stateNative'],
  [threadState.suspended, 'stateSuspended'],
  [threadState.kernel, 'stateKernel'],
  [threadState.disk, 'stateDisk'],
];

/** Sums up a stretch by the CPU clock, and by the states that were seen. A row counts up to the begin of the next. */
export function stateTimes(thread: Thread, pauses: IntervalColumns | undefined, fromUs: number, toUs: number): StateTimes {
  const { samples } = thread;
  const byState = new Map<number, number>();
  let busyUs = 0;
  let blockedUs = 0;
  for (let row = rowAt(thread, fromUs); row < samples.length; row++) {
    const beginUs = Math.max(fromUs, samples.beginUs[row] ?? 0);
    if (beginUs >= toUs) break;
    const nextUs = row + 1 < samples.length ? (samples.beginUs[row + 1] ?? 0) : (samples.endUs[row] ?? 0);
    const us = Math.max(0, Math.min(toUs, nextUs) - beginUs);
    const state = samples.state[row] ?? 0;
    const share = rowBusyShare(thread, row);
    const seenAs = state === threadState.running && share !== undefined && share < 0.5 ? OFF_CPU : state;
    byState.set(seenAs, (byState.get(seenAs) ?? 0) + us);
    if (share === undefined) continue;
    busyUs += us * share;
    blockedUs += us * (1 - share);
  }
  const seen = names.filter(([state]) => byState.has(state)).sort(([a], [b]) => (byState.get(b) ?? 0) - (byState.get(a) ?? 0));
  const garbageUs = overlapUs(pauses, fromUs, toUs);
  // As of lags: a paused thread is not on CPU, so that pauses come out of the blocked time first.
  const fromBlockedUs = Math.min(garbageUs, blockedUs);
  busyUs = Math.max(0, busyUs - (garbageUs - fromBlockedUs));
  blockedUs -= fromBlockedUs;
  return { busyUs, blockedUs, garbageUs, states: seen.map(([, name]) => name) };
}

/** The row of samples that covers this time, or the first one after it. */
export function rowAt(thread: Thread, atUs: number): number {
  const { beginUs, length } = thread.samples;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((beginUs[middle] ?? 0) <= atUs) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
