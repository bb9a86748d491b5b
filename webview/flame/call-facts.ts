import { rowBlockedShare } from '../../core/analysis/threads/blocked-time.ts';
import { rowBusyShare } from '../../core/analysis/threads/busy-time.ts';
import { MessageWaits } from '../../core/analysis/threads/idle.ts';
import { rowReadyShare } from '../../core/analysis/threads/ready-time.ts';
import { isStoppedByPauses } from '../../core/analysis/threads/thread-tracks.ts';
import { float64At } from '../../core/columns/at.ts';
import { firstAfter } from '../../core/columns/sorted.ts';
import type { IntervalColumns } from '../../core/session/columns/interval-columns.ts';
import { ON_CPU_SHARE, threadState } from '../../core/session/columns/sample-columns.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { t } from '../ui/translated.ts';

/** A thread's time by state. */
export interface StateTimes {
  readonly busyUs: number;
  /** Without `garbageUs`. */
  readonly blockedUs: number;
  /** Ready to run, without a core. */
  readonly readyUs: number;
  /** Pauses of the garbage collector in running time, as in the timeline. */
  readonly garbageUs: number;
  /** Waits for messages, of main's outermost calls. */
  readonly idleUs: number;
  /** Observed waits, longest first. */
  readonly states: readonly string[];
}

const names: readonly (readonly [state: number, name: () => string])[] = [
  [threadState.monitor, () => t('waiting for a lock')],
  [threadState.objectWait, () => t('in Object.wait')],
  [threadState.parked, () => t('parked')],
  [threadState.sleeping, () => t('sleeping')],
  [threadState.native, () => t('in native code')],
  [threadState.suspended, () => t('suspended')],
  [threadState.kernel, () => t('waiting in the kernel')],
  [threadState.disk, () => t('waiting for the disk')],
  [threadState.runtime, () => t('waiting for the runtime, as in a garbage collection')],
  [threadState.file, () => t('waiting for a file')],
  [threadState.pipe, () => t('waiting for a pipe')],
  [threadState.network, () => t('waiting for the network')],
  [threadState.localSocket, () => t('waiting for a socket of this device')],
];

/** Sums a range by CPU clock and observed states. A row lasts until the next begins. */
export function stateTimes(model: SessionModel, thread: Thread, rangeBeginUs: number, rangeEndUs: number): StateTimes {
  const { samples } = thread;
  const pauses = new PassedPauses(model.runs[thread.run]?.gcs, rangeBeginUs);
  const byState = new Map<number, number>();
  let busyUs = 0;
  let blockedUs = 0;
  let readyUs = 0;
  let garbageUs = 0;
  let idleUs = 0;
  const messageWaits = new MessageWaits(model, thread);
  const isIdle = (row: number, share = 0): boolean =>
    share < ON_CPU_SHARE && messageWaits.has(row, model.shownNode(thread.run, samples.nodeAt(row)));
  const first = firstRow(thread, rangeBeginUs, rangeEndUs);
  for (let row = first; row < samples.length; row++) {
    const beginUs = row === first ? rangeBeginUs : samples.beginUsAt(row);
    if (beginUs >= rangeEndUs) break;
    const nextUs = row + 1 < samples.length ? samples.beginUsAt(row + 1) : samples.endUsAt(row);
    const us = Math.max(0, Math.min(rangeEndUs, nextUs) - beginUs);
    const state = samples.stateAt(row);
    const share = rowBusyShare(thread, row);
    if (isIdle(row, share)) {
      idleUs += us;
      continue;
    }
    byState.set(state, (byState.get(state) ?? 0) + us);
    // Few rows have a pause; only those need a closer check.
    let pausedUs = pauses.within(beginUs, beginUs + us);
    if (pausedUs > 0 && !isStoppedByPauses(model, thread, row, share, false)) pausedUs = 0;
    garbageUs += pausedUs;
    // Effective pauses are taken from time neither busy nor blocked, as for lags.
    const rowBusyUs = Math.min(us * (share ?? 0), us - pausedUs);
    busyUs += rowBusyUs;
    const rowBlockedUs = Math.min(us * rowBlockedShare(model, thread, row, share), us - pausedUs - rowBusyUs);
    blockedUs += rowBlockedUs;
    readyUs += Math.min(us * rowReadyShare(model, thread, row, share), us - pausedUs - rowBusyUs - rowBlockedUs);
  }
  const seen = names.filter(([state]) => byState.has(state)).sort(([a], [b]) => (byState.get(b) ?? 0) - (byState.get(a) ?? 0));
  return { busyUs, blockedUs, readyUs, garbageUs, idleUs, states: seen.map(([, name]) => name()) };
}

/** The row covering the begin, else the next one. */
function firstRow(thread: Thread, rangeBeginUs: number, rangeEndUs: number): number {
  const { samples } = thread;
  const row = rowAt(thread, rangeBeginUs);
  const isNext = row + 1 < samples.length && samples.endUsAt(row) < rangeBeginUs && samples.beginUsAt(row + 1) < rangeEndUs;
  return isNext ? row + 1 : row;
}

/** Pauses in consecutive ranges. */
class PassedPauses {
  readonly #pauses: IntervalColumns | undefined;
  #row: number;

  constructor(pauses: IntervalColumns | undefined, beginUs: number) {
    this.#pauses = pauses;
    this.#row = pauses === undefined ? 0 : firstAfter(pauses.endUs, beginUs, pauses.length);
  }

  within(beginUs: number, endUs: number): number {
    const pauses = this.#pauses;
    let sumUs = 0;
    for (; pauses !== undefined && this.#row < pauses.length; this.#row++) {
      const pauseUs = float64At(pauses.beginUs, this.#row);
      const pauseEndUs = float64At(pauses.endUs, this.#row);
      if (pauseUs >= endUs) break;
      sumUs += Math.max(0, Math.min(endUs, pauseEndUs) - Math.max(beginUs, pauseUs));
      if (pauseEndUs > endUs) break;
    }
    return sumUs;
  }
}

/** The sample row at a time, else the next one. */
export function rowAt(thread: Thread, atUs: number): number {
  return Math.max(0, thread.samples.firstBeginningAfter(atUs) - 1);
}
