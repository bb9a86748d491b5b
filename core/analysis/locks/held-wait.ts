import { float64At, int32At, uint32At } from '../../columns/at.ts';
import { firstAtLeast, lastUpTo } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { WaitColumns } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { awaitedClass, sourceClass } from '../frames/class-names.ts';
import { nearestSample } from './nearest-sample.ts';

/** A wait for an object that another thread holds. The end of an open one is its time so far. */
export interface HeldWait extends TimeRange {
  /** Rows of `model.threads`. */
  readonly thread: number;
  readonly owner: number;
  /** When the agent last asked for the owner. */
  readonly askedUs: number;
  /** First of the questions in a row that named this owner. */
  readonly heldFromUs: number;
  /** The waiting function, '' for Java. */
  readonly function: string;
  /** Dotted class of the object, '' if unknown. With a function its operand. */
  readonly objectClass: string;
  readonly isOpen: boolean;
}

/** A word for the object: the class, or a function of iOS, as the address of a lock tells nothing. '' if unknown. */
export function waitedFor({ function: waiter, objectClass }: Pick<HeldWait, 'function' | 'objectClass'>): string {
  return waiter || awaitedClass(objectClass);
}

/** The wait at a time; undefined without a known owner. Agents of iOS report a short call when it returns. */
export function heldWaitAt(model: SessionModel, thread: Thread, atUs: number): HeldWait | undefined {
  const { waits, blockingCalls } = thread;
  const row = waitRowAt(waits, atUs);
  const wait = row < 0 ? undefined : waitOfRow(model, thread, row);
  if (wait !== undefined) return wait;
  let call = openCallAt(thread, atUs) < 0 ? undefined : callOfRow(model, thread, blockingCalls.openRow);
  // Inner calls come first.
  blockingCalls.visit(atUs - 1, atUs + 1, (each) => {
    call ??= callOfRow(model, thread, each);
  });
  return call;
}

/** The row of the wait at a time, -1 if none. An open one lasts beyond the last tick. */
export function waitRowAt(waits: WaitColumns, atUs: number): number {
  const row = lastUpTo(waits.beginUs, atUs, waits.length);
  return row >= 0 && (row === waits.openRow || atUs < float64At(waits.endUs, row)) ? row : -1;
}

/** The row of the open call at a time, which lasts beyond the last tick; -1 if none. */
export function openCallAt({ blockingCalls }: Thread, atUs: number): number {
  const row = blockingCalls.openRow;
  return row >= 0 && float64At(blockingCalls.beginUs, row) <= atUs ? row : -1;
}

/** A moment before a wait's end. */
export function lastMomentOf({ beginUs, endUs }: TimeRange): number {
  return Math.max(beginUs, endUs - 1);
}

/**
 * True for an owner's wait that ended before it was first seen to hold the object: it stood in the same queue for it. Threads that hold one
 * object in turn are no chain.
 * @param held the wait of which it is the owner
 */
export function isTurnBefore(wait: HeldWait, held: HeldWait): boolean {
  const isSame = wait.objectClass === held.objectClass && wait.function === held.function;
  return isSame && wait.thread === held.owner && !wait.isOpen && wait.endUs <= held.heldFromUs;
}

/** The wait with a known owner that covers most of a range. @param held of which the thread is the owner, if any */
export function longestHeldWait(model: SessionModel, thread: Thread, range: TimeRange, held?: HeldWait): HeldWait | undefined {
  const { waits, blockingCalls } = thread;
  let longest: HeldWait | undefined;
  let longestUs = 0;
  const take = (wait: HeldWait | undefined): void => {
    const us = wait === undefined ? 0 : Math.min(wait.endUs, range.endUs) - Math.max(wait.beginUs, range.beginUs);
    if (us <= longestUs || (wait !== undefined && held !== undefined && isTurnBefore(wait, held))) return;
    longestUs = us;
    longest = wait;
  };
  for (let row = firstAtLeast(waits.endUs, range.beginUs, waits.length); row < waits.length; row++) {
    if (float64At(waits.beginUs, row) >= range.endUs) break;
    take(waitOfRow(model, thread, row));
  }
  blockingCalls.visit(range.beginUs, range.endUs, (row) => take(callOfRow(model, thread, row)));
  return longest;
}

/** Row of `thread.waits`; undefined without an owner. */
export function waitOfRow(model: SessionModel, { index, run, waits }: Thread, row: number): HeldWait | undefined {
  const owner = int32At(waits.owner, row);
  // A wait that ends while its owner is asked for has the waiting thread itself.
  if (owner < 0 || owner === index) return undefined;
  return {
    thread: index,
    owner,
    askedUs: float64At(waits.ownerUs, row),
    heldFromUs: float64At(waits.heldFromUs, row),
    function: '',
    objectClass: sourceClass(model, run, waits.object[row]),
    beginUs: float64At(waits.beginUs, row),
    endUs: float64At(waits.endUs, row),
    isOpen: row === waits.openRow,
  };
}

/** Row of `thread.blockingCalls`; undefined without an owner. */
export function callOfRow(model: SessionModel, { index, blockingCalls: calls }: Thread, row: number): HeldWait | undefined {
  const owner = int32At(calls.owner, row);
  if (owner < 0 || owner === index) return undefined;
  return {
    thread: index,
    owner,
    askedUs: float64At(calls.ownerUs, row),
    heldFromUs: float64At(calls.heldFromUs, row),
    function: model.strings[uint32At(calls.function, row)] ?? '',
    objectClass: model.strings[uint32At(calls.object, row)] ?? '',
    beginUs: float64At(calls.beginUs, row),
    endUs: float64At(calls.endUs, row),
    isOpen: row === calls.openRow,
  };
}

/** The owner's stack in a wait: as the agent asked, else by the sample next to a time. Shown row of `model.nodes`, 0 if unknown. */
export function ownerNodeAt(model: SessionModel, { thread: index, owner, beginUs }: HeldWait, atUs: number): number {
  const thread = model.threads[index];
  const holder = model.threads[owner];
  if (thread === undefined || holder === undefined) return 0;
  const { waits } = thread;
  const row = firstAtLeast(waits.beginUs, beginUs, waits.length);
  const isOfRow = row < waits.length && float64At(waits.beginUs, row) === beginUs && int32At(waits.owner, row) === owner;
  const asked = isOfRow ? uint32At(waits.ownerNode, row) : 0;
  const sample = asked === 0 ? nearestSample(holder, amidOwnWait(model, holder, atUs)) : -1;
  const node = sample < 0 ? asked : holder.samples.nodeAt(sample);
  return model.shownNode(thread.run, node);
}

/** At the end of its wait a thread's next sample is as near as its last one. */
function amidOwnWait(model: SessionModel, thread: Thread, atUs: number): number {
  const wait = heldWaitAt(model, thread, atUs);
  return wait === undefined ? atUs : (wait.beginUs + Math.min(atUs, wait.endUs)) / 2;
}
