import { noFloat64, noInt32, noUint8, noUint32 } from '../../columns/table.ts';
import { IntervalColumns } from './interval-columns.ts';

/** Messages of a thread's looper. `target` and `callback` may arrive with the end. */
export class MessageColumns extends IntervalColumns {
  /** Class of the handler: row of `model.strings`, 0 if unknown (so far). */
  target: Uint32Array = noUint32;
  /** Class of the callback: row of `model.strings`, 0 if none or unknown (so far). */
  callback: Uint32Array = noUint32;
  /** `Message.what`. */
  what: Int32Array = noInt32;
  /** 1 for a message that the agent itself posted, which is no work of the app. */
  isOwn: Uint8Array = noUint8;

  name(row: number, target: number, callback: number, what: number): void {
    this.target[row] = target;
    this.callback[row] = callback;
    this.what[row] = what;
  }
}

/** How a wait ended (`waitEnd.outcome` of the protocol). */
export const waitOutcome = {
  unknown: 0,
  /** The waiting thread got the object. */
  gotIt: 1,
  /** The owner no longer has it, nor has the waiting thread. */
  released: 2,
  stillHeld: 3,
} as const;

/** Kinds of a wait (`waitBegin.kind` of the protocol). */
export const waitKind = { monitor: 1, objectWait: 2, park: 3 } as const;

/** Values have the meaning of `WaitColumns`. */
interface AskedOwner {
  readonly atUs: number;
  readonly owner: number;
  readonly ownerNode: number;
  readonly waiters: number;
}

export class WaitColumns extends IntervalColumns {
  /** One of `waitKind`. */
  kind: Uint8Array = noUint8;
  /** Class of the awaited object: row of `model.strings`, 0 if unknown. */
  object: Uint32Array = noUint32;
  /** Row of `model.threads` when last asked, otherwise -1. */
  owner: Int32Array = noInt32;
  /** When last asked. */
  ownerUs: Float64Array = noFloat64;
  /** First of the questions in a row that named this owner. */
  heldFromUs: Float64Array = noFloat64;
  /** Its last known stack: row of `model.nodes`, 0 if unknown. */
  ownerNode: Uint32Array = noUint32;
  /** One of `waitOutcome`. */
  outcome: Uint8Array = noUint8;
  /** Waiting threads then. */
  waiters: Uint32Array = noUint32;

  /** A wait continued after a broken link keeps its owner. */
  describe(row: number, kind: number, object: number): void {
    this.kind[row] = kind;
    this.object[row] = object;
    if (this.endUs[row] === this.beginUs[row]) this.owner[row] = -1;
  }

  /** An owner whose stack is unknown this time keeps the one before: it may have let go meanwhile. */
  own(row: number, { atUs, owner, ownerNode, waiters }: AskedOwner): void {
    const isNew = this.owner[row] !== owner;
    if (isNew) this.heldFromUs[row] = atUs;
    if (ownerNode !== 0 || isNew) this.ownerNode[row] = ownerNode;
    this.owner[row] = owner;
    this.ownerUs[row] = atUs;
    this.waiters[row] = waiters;
  }
}
