import { grownFloat64, grownUint8, grownUint32 } from '../../session/columns/grow.ts';

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
 * Where in a chart messages begin and end, and where nobody looked: pieces do not tell all of them, as the looper's frames go on. Columns
 * are longer than `length`, and are replaced when they grow.
 */
export class ChartBoundaries {
  length = 0;
  /** The piece that has the stack that begins here. */
  piece: Uint32Array = new Uint32Array(64);
  /** When it begins, and by how much that may be off. */
  beginUs: Float64Array = new Float64Array(64);
  slackUs: Float64Array = new Float64Array(64);
  /** When the one before ended, and by how much that may be off. */
  endUs: Float64Array = new Float64Array(64);
  endSlackUs: Float64Array = new Float64Array(64);
  /** Of `jointBit`. */
  what: Uint8Array = new Uint8Array(64);

  append(piece: number, beginUs: number, slackUs: number, endUs: number, endSlackUs: number, what: number): void {
    if (this.length === this.piece.length) {
      this.piece = grownUint32(this.piece);
      this.beginUs = grownFloat64(this.beginUs);
      this.slackUs = grownFloat64(this.slackUs);
      this.endUs = grownFloat64(this.endUs);
      this.endSlackUs = grownFloat64(this.endSlackUs);
      this.what = grownUint8(this.what);
    }
    const boundary = this.length++;
    this.piece[boundary] = piece;
    this.beginUs[boundary] = beginUs;
    this.slackUs[boundary] = slackUs;
    this.endUs[boundary] = endUs;
    this.endSlackUs[boundary] = endSlackUs;
    this.what[boundary] = what;
  }
}
