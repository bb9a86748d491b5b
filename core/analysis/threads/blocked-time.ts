import { uint8At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { overlapUs } from '../../session/columns/interval-columns.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { isPollMethod } from './idle.ts';
import { readyUs, rowReadyShare } from './ready-time.ts';
import { threadActivity } from './thread-states.ts';
import { waitingFor } from './waiting-methods.ts';

/** Below this CPU share, native code waits, as for a socket. */
const RESTING_SHARE = 0.05;
/** Longer than two cores keep one of a dozen threads waiting for its turn. */
const RESTING_US = 50_000;

/**
 * True for a wait off CPU, by the row's state or native callee, but not for the next message. A thread without a core is running or in
 * native code.
 * @param busy share on CPU, undefined if unknown
 */
function isWaitingRow(model: SessionModel, { samples }: Thread, row: number, busy: number | undefined): boolean {
  switch (samples.stateAt(row)) {
    case threadState.monitor:
    case threadState.objectWait:
    case threadState.parked:
    case threadState.sleeping:
    case threadState.runtime:
    case threadState.kernel:
    case threadState.disk:
    case threadState.file:
    case threadState.pipe:
    case threadState.network:
    case threadState.localSocket:
      return true;
    case threadState.native: {
      const callee = calleeOf(model, samples.nodeAt(row));
      if (callee === CALLEE_NEVER) return false;
      const lastsUs = samples.endUsAt(row) - samples.beginUsAt(row);
      return callee === CALLEE_WAITS || (lastsUs >= RESTING_US && isResting(busy));
    }
    // Held by a debugger or the collector.
    case threadState.suspended:
      return isResting(busy);
    default:
      return false;
  }
}

function isResting(busy: number | undefined): boolean {
  return busy !== undefined && busy < RESTING_SHARE;
}

/** In locks, `Object.wait`, `park` and blocking calls. */
function waitedUs({ waits, blockingCalls }: Thread, beginUs: number, endUs: number): number {
  const inCallsUs = blockingCalls.length === 0 ? 0 : blockingCalls.coveredUs(beginUs, endUs);
  return Math.min(endUs - beginUs, inCallsUs + (waits.length === 0 ? 0 : overlapUs(waits, beginUs, endUs)));
}

/**
 * Time off CPU with a known wait, in a part of a row or beside it. Time without a core is apart (`readyUs`); the rest is unknown.
 * @param busy share on CPU, undefined if unknown
 */
export function blockedUs(
  model: SessionModel,
  thread: Thread,
  row: number,
  busy: number | undefined,
  partBeginUs: number,
  partEndUs: number,
): number {
  const offCpuUs = (partEndUs - partBeginUs) * (1 - (busy ?? 0));
  const restUs = offCpuUs - readyUs(model, thread, row, busy, partBeginUs, partEndUs);
  if (restUs <= 0) return 0;
  return isWaitingRow(model, thread, row, busy) ? restUs : Math.min(restUs, waitedUs(thread, partBeginUs, partEndUs));
}

/** Like `blockedUs`, as a share of a whole row. */
export function rowBlockedShare(model: SessionModel, thread: Thread, row: number, busy: number | undefined): number {
  const { samples, waits, blockingCalls } = thread;
  // Most rows: nothing says that they waited.
  if (waits.length === 0 && blockingCalls.length === 0 && !isWaitingRow(model, thread, row, busy)) return 0;
  const beginUs = samples.beginUsAt(row);
  const endUs = samples.endUsAt(row);
  if (endUs > beginUs) return blockedUs(model, thread, row, busy, beginUs, endUs) / (endUs - beginUs);
  const restShare = 1 - (busy ?? 0) - rowReadyShare(model, thread, row, busy);
  return Math.min(Math.max(0, restShare), blockedUs(model, thread, row, busy, beginUs, beginUs + 1));
}

/**
 * A row's time off CPU as one of `threadActivity`: unknown unless a wait is known for half of it; blocked by a lock, a disk or a blocking
 * call; else waiting.
 * @param busy share on CPU, undefined if unknown
 */
export function offCpuActivity(model: SessionModel, thread: Thread, row: number, busy: number | undefined): number {
  const { samples, waits, blockingCalls } = thread;
  const state = samples.stateAt(row);
  if (state === threadState.monitor || state === threadState.disk) return threadActivity.blocked;
  const beginUs = samples.beginUsAt(row);
  const endUs = Math.max(beginUs + 1, samples.endUsAt(row));
  const halfUs = ((endUs - beginUs) * (1 - (busy ?? 0))) / 2;
  if (blockingCalls.length > 0 && blockingCalls.coveredUs(beginUs, endUs) >= Math.max(1, halfUs)) return threadActivity.blocked;
  if (isWaitingRow(model, thread, row, busy)) return threadActivity.waiting;
  if (waits.length === 0 || overlapUs(waits, beginUs, endUs) < Math.max(1, halfUs)) return threadActivity.unknown;
  return waits.kind[firstAfter(waits.endUs, beginUs, waits.length)] === waitKind.monitor ? threadActivity.blocked : threadActivity.waiting;
}

const CALLEE_WAITS = 1;
const CALLEE_NEVER = 2;

/** Keyed by row of `model.methods`. */
const knownBy = new WeakMap<SessionModel, Uint8Array>();

/** `CALLEE_WAITS` for waiting methods, `CALLEE_NEVER` for the looper's wait and its waking of others, else 0. */
function calleeOf(model: SessionModel, node: number): number {
  const { methods } = model;
  let known = knownBy.get(model);
  if (known === undefined || known.length < methods.length) {
    const longer = new Uint8Array(methods.length);
    if (known !== undefined) longer.set(known);
    for (let row = known?.length ?? 0; row < methods.length; row++) {
      const method = methods[row];
      if (method === undefined) continue;
      if (isPollMethod(method) || isWakeMethod(method)) longer[row] = CALLEE_NEVER;
      else if (waitingFor(method) !== undefined) longer[row] = CALLEE_WAITS;
    }
    known = longer;
    knownBy.set(model, known);
  }
  return uint8At(known, uint32At(model.nodes.method, node));
}

/** Writes to an event's file, which does not wait: a thread seen there for long has no core. */
function isWakeMethod(method: { readonly class: string; readonly name: string }): boolean {
  return method.name === 'nativeWake' && method.class === 'Landroid/os/MessageQueue;';
}
