import { noFloat64, noUint8, noUint32, Table } from '../../columns/table.ts';

/** Bits of `ChartBoundaries.what`: the kind of boundary. */
export const boundaryBit = {
  /** Another message than before, or none. */
  message: 1,
  /** No samples before it. */
  unseen: 2,
  /** The gap without samples has a piece. */
  hole: 4,
} as const;

/** Borders of messages and gaps in a chart. Pieces miss some, since the looper's frames continue. */
export class ChartBoundaries extends Table {
  /** The piece with the stack that begins here. */
  piece: Uint32Array = noUint32;
  /** Begin, and its uncertainty. */
  beginUs: Float64Array = noFloat64;
  slackUs: Float64Array = noFloat64;
  /** End of the stack before, and its uncertainty. */
  endUs: Float64Array = noFloat64;
  endSlackUs: Float64Array = noFloat64;
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
