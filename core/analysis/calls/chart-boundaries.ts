import { noFloat64, noUint8, noUint32, Table } from '../../columns/table.ts';

/** What happened where a stack begins, as bits of `ChartJoints.what`. */
export const boundaryBit = {
  /** It lies in another message than the one before, or in none. */
  message: 1,
  /** Nobody looked before it. */
  unseen: 2,
  /** The chart has a piece for the time in which nobody looked. */
  hole: 4,
} as const;

/**
 * Where in a chart messages begin and end, and where nobody looked: pieces do not tell all of them, as the looper's frames go on.
 */
export class ChartBoundaries extends Table {
  /** The piece that has the stack that begins here. */
  piece: Uint32Array = noUint32;
  /** When it begins, and by how much that may be off. */
  beginUs: Float64Array = noFloat64;
  slackUs: Float64Array = noFloat64;
  /** When the one before ended, and by how much that may be off. */
  endUs: Float64Array = noFloat64;
  endSlackUs: Float64Array = noFloat64;
  /** Of `jointBit`. */
  what: Uint8Array = noUint8;

  constructor() {
    super();
    this.reserve(64);
  }

  append(piece: number, beginUs: number, slackUs: number, endUs: number, endSlackUs: number, what: number): void {
    if (this.length === this.capacity) this.grow();
    const boundary = this.length++;
    this.piece[boundary] = piece;
    this.beginUs[boundary] = beginUs;
    this.slackUs[boundary] = slackUs;
    this.endUs[boundary] = endUs;
    this.endSlackUs[boundary] = endSlackUs;
    this.what[boundary] = what;
  }
}
