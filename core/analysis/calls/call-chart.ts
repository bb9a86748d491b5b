import { float64At } from '../../columns/at.ts';
import { noFloat32, noFloat64, noUint32, Table } from '../../columns/table.ts';
import { RangeMinimumIndex } from './range-minimum.ts';

/** Deeper than any stack. */
const DEEPEST = 0x7fff;

/**
 * All calls of one thread over time, without a row per call. A piece has a time, a stack and the number of frames continued from the piece
 * before. A call at a depth lasts until a piece ends something at or above that depth. A million samples take 20 MB.
 * Pieces are contiguous; holes have an empty stack. Session microseconds.
 */
export class CallChart extends Table {
  beginUs: Float64Array = noFloat64;
  endUs = 0;
  endSlackUs = 0;
  /** Earlier pieces are final, though the last of them may get longer. */
  settled = 0;
  /** Stack of each piece: row of the chart's tree. */
  node: Uint32Array = noUint32;
  /** Uncertainty of the begin, in both directions. */
  slackUs: Float32Array = noFloat32;
  depths = 0;
  /** Twice the continued frames, plus 1 when the last of them moved to another line. */
  readonly #kept = new RangeMinimumIndex();
  /** `DEEPEST` minus the frames, so that deep stacks have small values. */
  readonly #shallow = new RangeMinimumIndex();

  override reserve(pieces: number): void {
    super.reserve(pieces);
    this.#kept.reserve(pieces);
    this.#shallow.reserve(pieces);
  }

  /** @param moved the last kept frame moved to another line */
  append(beginUs: number, node: number, depth: number, kept: number, moved: boolean, slackUs: number): void {
    if (this.length === this.capacity) this.grow();
    const piece = this.length++;
    this.beginUs[piece] = beginUs;
    this.node[piece] = node;
    this.slackUs[piece] = slackUs;
    this.#kept.append(2 * kept + (moved ? 1 : 0));
    this.#shallow.append(DEEPEST - depth);
    if (depth > this.depths) this.depths = depth;
  }

  /** The rest ends at its begin. */
  override truncate(length: number): void {
    if (length >= this.length) return;
    this.endUs = float64At(this.beginUs, length);
    super.truncate(length);
    this.#kept.truncate(length);
    this.#shallow.truncate(length);
  }

  depthOf(piece: number): number {
    return DEEPEST - this.#shallow.at(piece);
  }

  /** Frames continued from the piece before. */
  keptBy(piece: number): number {
    return this.#kept.at(piece) >> 1;
  }

  movedAt(piece: number): boolean {
    return (this.#kept.at(piece) & 1) === 1;
  }

  pieceEndUs(piece: number): number {
    return piece + 1 < this.length ? float64At(this.beginUs, piece + 1) : this.endUs;
  }

  /** The piece at a time, clamped to the first and last; -1 without pieces. */
  pieceAt(atUs: number, from = 0): number {
    let low = from;
    let high = this.length;
    // `firstIndexNear` takes 1.3 times as long; drawing calls this for each pixel.
    for (let step = 1; low + step < high; step *= 2) {
      if (float64At(this.beginUs, low + step) > atUs) high = low + step;
      else low += step;
    }
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (float64At(this.beginUs, middle) > atUs) high = middle;
      else low = middle;
    }
    return Math.min(low, this.length - 1);
  }

  firstOf(depth: number, piece: number): number {
    return Math.max(0, this.#kept.last(piece, 2 * depth + 1));
  }

  /** The first piece after a piece's call at a depth, or `length`. */
  endOf(depth: number, piece: number): number {
    return this.#kept.next(piece + 1, 2 * depth + 1);
  }

  /** The piece before `end` where a piece's call moves to another line, or `end`. */
  nextLine(depth: number, piece: number, end: number): number {
    const moved = 2 * (depth + 1) + 1;
    let next = piece;
    do next = this.#kept.next(next + 1, moved);
    while (next < end && this.#kept.at(next) !== moved);
    return Math.min(next, end);
  }

  /** The next piece with a frame at this depth, or `length`. */
  nextWith(depth: number, from: number): number {
    return this.#shallow.next(from, DEEPEST - depth - 1);
  }

  /** The last piece up to `upTo` with a frame at this depth, or -1. */
  lastWith(depth: number, upTo: number): number {
    return this.#shallow.last(upTo, DEEPEST - depth - 1);
  }

  deepest(from: number, to: number): number {
    return DEEPEST - Math.min(DEEPEST, this.#shallow.least(from, to));
  }

  keptThrough(after: number, upTo: number): number {
    return this.#kept.least(after + 1, upTo + 1) >> 1;
  }
}
