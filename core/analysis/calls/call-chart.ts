import { float64At } from '../../columns/at.ts';
import { noFloat32, noFloat64, noUint32, Table } from '../../columns/table.ts';
import { RangeMinimumIndex } from './range-minimum.ts';

/** No stack is as deep. */
const DEEPEST = 0x7fff;

/**
 * All calls of a thread over time, without a row per call: pieces of time with the stack of each, and how many of its frames go on
 * from the piece before. A call at a depth lasts from a piece that has it new to the next piece at which something above or at that
 * depth ends. A million samples take 20 MB, and any call is found in a few steps.
 *
 * A piece ends where the next one begins; a hole is a piece with an empty stack. Times are session microseconds.
 */
export class CallChart extends Table {
  beginUs: Float64Array = noFloat64;
  /** Where the last piece ends, and by how much that may be off. */
  endUs = 0;
  endSlackUs = 0;
  /** Pieces before this one stay as they are, also when more is written; the last of them may last longer. */
  settled = 0;
  /** The stack of each: row of the tree that the chart was made by. */
  node: Uint32Array = noUint32;
  /** By how much the begin may be off, to both sides. */
  slackUs: Float32Array = noFloat32;
  /** Frames of the deepest stack. */
  depths = 0;
  /** Twice the frames that go on from the piece before, 1 more when the last of them moved to another line. */
  readonly #kept = new RangeMinimumIndex();
  /** `DEEPEST` less the frames of the stack, so that the next deep one is the next small value. */
  readonly #shallow = new RangeMinimumIndex();

  override reserve(pieces: number): void {
    super.reserve(pieces);
    this.#kept.reserve(pieces);
    this.#shallow.reserve(pieces);
  }

  /** Adds a piece that begins where the last one ended. @param moved the last of the kept frames moved to another line */
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

  /** Forgets all pieces from one on; what is before ends where that began. */
  override truncate(length: number): void {
    if (length >= this.length) return;
    this.endUs = float64At(this.beginUs, length);
    super.truncate(length);
    this.#kept.truncate(length);
    this.#shallow.truncate(length);
  }

  /** Frames of a piece's stack. */
  depthOf(piece: number): number {
    return DEEPEST - this.#shallow.at(piece);
  }

  /** Frames that go on from the piece before. */
  keptBy(piece: number): number {
    return this.#kept.at(piece) >> 1;
  }

  /** True when the last of the kept frames is at another line than before. */
  movedAt(piece: number): boolean {
    return (this.#kept.at(piece) & 1) === 1;
  }

  /** Where a piece ends. */
  pieceEndUs(piece: number): number {
    return piece + 1 < this.length ? float64At(this.beginUs, piece + 1) : this.endUs;
  }

  /** The piece at a time; the first one before all, the last one after all. -1 without pieces. */
  pieceAt(atUs: number, from = 0): number {
    let low = from;
    let high = this.length;
    // Mostly it is near `from`: growing steps find it sooner than halving all that follows.
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

  /** The piece with which the call at a depth began that a piece has. */
  firstOf(depth: number, piece: number): number {
    return Math.max(0, this.#kept.last(piece, 2 * depth + 1));
  }

  /** The piece after the call at a depth that a piece has; `length` when it lasts to the end. */
  endOf(depth: number, piece: number): number {
    return this.#kept.next(piece + 1, 2 * depth + 1);
  }

  /** The piece before `end` at which the call at a depth that a piece has moves to another line; `end` when there is none. */
  nextLine(depth: number, piece: number, end: number): number {
    const moved = 2 * (depth + 1) + 1;
    let next = piece;
    do next = this.#kept.next(next + 1, moved);
    while (next < end && this.#kept.at(next) !== moved);
    return Math.min(next, end);
  }

  /** The next piece from one on with a frame at this depth; `length` when there is none. */
  nextWith(depth: number, from: number): number {
    return this.#shallow.next(from, DEEPEST - depth - 1);
  }

  /** The last piece up to one with a frame at this depth; -1 when there is none. */
  lastWith(depth: number, upTo: number): number {
    return this.#shallow.last(upTo, DEEPEST - depth - 1);
  }

  /** Frames of the deepest stack of the pieces from one to before another. */
  deepest(from: number, to: number): number {
    return DEEPEST - Math.min(DEEPEST, this.#shallow.least(from, to));
  }

  /** Frames that go on through all pieces after one up to and with another. */
  keptThrough(after: number, upTo: number): number {
    return this.#kept.least(after + 1, upTo + 1) >> 1;
  }
}
