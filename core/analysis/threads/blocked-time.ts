import { float64At, uint32At } from '../../columns/at.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { overlapUs } from './intervals.ts';
import { WAITING_METHODS } from './waiting-methods.ts';

/** Below this share of CPU a thread's clock is at rest: in native code it waits, as for a socket. */
const RESTING_SHARE = 0.05;

/**
 * True when a row of samples says by itself that the thread waited while it was not on CPU: by its state, or by what it had called in
 * native code. A thread that has work but no core is in state running, or in native code: that is no wait.
 * @param busy share on CPU, undefined when nothing tells
 */
export function isWaitingRow(model: SessionModel, { samples }: Thread, row: number, busy: number | undefined): boolean {
  switch (samples.state[row]) {
    case threadState.monitor:
    case threadState.objectWait:
    case threadState.parked:
    case threadState.sleeping:
    case threadState.runtime:
    case threadState.kernel:
    case threadState.disk:
      return true;
    case threadState.native:
      return isResting(busy) || callsWait(model, uint32At(samples.node, row));
    // A debugger or the collector holds it.
    case threadState.suspended:
      return isResting(busy);
    default:
      return false;
  }
}

function isResting(busy: number | undefined): boolean {
  return busy !== undefined && busy < RESTING_SHARE;
}

/** Time between two times in which a thread waited, as locks, `Object.wait`, `park` and blocking calls tell it. */
export function waitedUs({ waits, blockingCalls }: Thread, beginUs: number, endUs: number): number {
  const inCallsUs = blockingCalls.length === 0 ? 0 : blockingCalls.coveredUs(beginUs, endUs);
  return Math.min(endUs - beginUs, inCallsUs + (waits.length === 0 ? 0 : overlapUs(waits, beginUs, endUs)));
}

/**
 * Share of a row of samples and the time around it in which the thread is known to have waited. What is neither this nor on CPU is
 * unknown: the thread may have been ready, and no core was free.
 * @param busy share on CPU, undefined when nothing tells
 */
export function rowBlockedShare(model: SessionModel, thread: Thread, row: number, busy: number | undefined): number {
  const rest = 1 - (busy ?? 0);
  if (rest <= 0 || isWaitingRow(model, thread, row, busy)) return Math.max(0, rest);
  const beginUs = float64At(thread.samples.beginUs, row);
  const endUs = Math.max(beginUs + 1, float64At(thread.samples.endUs, row));
  return Math.min(rest, waitedUs(thread, beginUs, endUs) / (endUs - beginUs));
}

/** 1 for methods that wait, by row of `model.methods`. */
const knownBy = new WeakMap<SessionModel, Uint8Array>();

function callsWait(model: SessionModel, node: number): boolean {
  const { methods } = model;
  let known = knownBy.get(model);
  if (known === undefined || known.length < methods.length) {
    const longer = new Uint8Array(methods.length);
    if (known !== undefined) longer.set(known);
    for (let row = known?.length ?? 0; row < methods.length; row++) {
      const method = methods[row];
      if (method !== undefined && WAITING_METHODS.has(`${method.class}${method.name}`)) longer[row] = 1;
    }
    known = longer;
    knownBy.set(model, known);
  }
  return known[uint32At(model.nodes.method, node)] === 1;
}
