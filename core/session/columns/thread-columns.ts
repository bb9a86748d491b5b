import { noInt32, noUint8, noUint32 } from '../../columns/table.ts';
import { IntervalColumns } from './interval-columns.ts';

/** Messages that a thread's looper dispatched. `target` and `callback` may come with the message's end only. */
export class MessageColumns extends IntervalColumns {
  /** Class of the handler: row of `model.strings`, 0 not known (yet). */
  target: Uint32Array = noUint32;
  /** Class of the callback: row of `model.strings`, 0 none or not known (yet). */
  callback: Uint32Array = noUint32;
  /** `Message.what`. */
  what: Int32Array = noInt32;

  /** Says what the message of a row is. */
  name(row: number, target: number, callback: number, what: number): void {
    this.target[row] = target;
    this.callback[row] = callback;
    this.what[row] = what;
  }
}

/** Kinds of a wait (`waitBegin.kind` of the protocol). */
export const waitKind = { monitor: 1, objectWait: 2, park: 3 } as const;

/** Waits of a thread: for a monitor, in Object.wait, parked. */
export class WaitColumns extends IntervalColumns {
  /** One of `waitKind`. */
  kind: Uint8Array = noUint8;
  /** Class of what is waited for: row of `model.strings`, 0 unknown. */
  object: Uint32Array = noUint32;
  /** Row of `model.threads` of who held it when last asked, -1 nobody or never asked. */
  owner: Int32Array = noInt32;
  /** The owner's stack at that time: row of `model.nodes`, 0 unknown. */
  ownerNode: Uint32Array = noUint32;
  /** Threads that waited for it at that time. */
  waiters: Uint32Array = noUint32;

  /** Says what the wait of a row is for; a wait that goes on after a broken link keeps its owner. */
  describe(row: number, kind: number, object: number): void {
    this.kind[row] = kind;
    this.object[row] = object;
    if (this.endUs[row] === this.beginUs[row]) this.owner[row] = -1;
  }

  /** Says who holds what is waited for. */
  own(row: number, owner: number, ownerNode: number, waiters: number): void {
    this.owner[row] = owner;
    this.ownerNode[row] = ownerNode;
    this.waiters[row] = waiters;
  }
}
