import { float32At, float64At } from '../../columns/at.ts';
import { firstAfter, firstIndexNear } from '../../columns/sorted.ts';
import { noFloat32, noFloat64, noUint8, Table, withRoom } from '../../columns/table.ts';
import type { TimeRange } from '../../columns/time-range.ts';

export const threadActivity = {
  running: 0,
  /** Waits for a lock or a disk. */
  blocked: 1,
  /** Parked, asleep, in `Object.wait`, a system call, or native code with a resting clock or a waiting name. */
  waiting: 2,
  /** For its next message. */
  idle: 3,
  /** Stopped by a garbage collection. */
  pause: 4,
  /** A page fault, native code without a clock, or a core that is not known to lack. */
  unknown: 5,
  /** No samples for long. */
  unseen: 6,
  /** Ready to run, without a core. */
  ready: 7,
} as const;

export const ACTIVITIES = 8;

/** Shorter holes, as between two messages, are no missing data. */
const SHORT_US = 100_000;
/** Segments per sum. */
const BLOCK = 64;

/** How far states are final. */
export interface StatesMark {
  readonly length: number;
  readonly lastEndUs: number;
  readonly sums: Float64Array;
}

/**
 * A thread over time: consecutive segments, on CPU for a share and in one state for the rest. Sums at every 64th segment bound the cost of
 * long ranges. Session microseconds.
 */
export class ThreadStates extends Table {
  beginUs = 0;
  endUs: Float64Array = noFloat64;
  /** Share on CPU, 0 to 1. */
  share: Float32Array = noFloat32;
  /** `threadActivity` of the rest. */
  rest: Uint8Array = noUint8;
  /** Time per activity before every 64th segment. */
  #blocks: Float64Array = noFloat64;
  /** Time per activity before the last segment. */
  #sums = new Float64Array(ACTIVITIES);

  /** Adds a segment. A short hole before it belongs to it; a longer one is unseen. */
  add(beginUs: number, endUs: number, share: number, rest: number): void {
    if (this.length === 0) this.beginUs = beginUs;
    const lastUs = this.#lastUs;
    if (endUs <= lastUs) return;
    if (beginUs - lastUs > SHORT_US) this.#append(beginUs, 0, threadActivity.unseen);
    this.#append(endUs, share, rest);
  }

  /** State for `goBackTo`. */
  mark(): StatesMark {
    return { length: this.length, lastEndUs: this.#lastUs, sums: this.#sums.slice() };
  }

  goBackTo(mark: StatesMark): void {
    this.length = mark.length;
    if (mark.length > 0) this.endUs[mark.length - 1] = mark.lastEndUs;
    this.#sums.set(mark.sums);
  }

  /** Drops whole blocks of segments that ended by a time; returns their number. Marks within them become void. */
  dropBefore(timeUs: number): number {
    const blocks = Math.floor(firstAfter(this.endUs, timeUs, this.length) / BLOCK);
    const segments = blocks * BLOCK;
    if (segments === 0) return 0;
    this.beginUs = this.#beginOf(segments);
    this.dropFirst(segments);
    this.#blocks.copyWithin(0, blocks * ACTIVITIES);
    return segments;
  }

  /**
   * Shares of activities in equal parts of a range: activity a of part p is at `p * ACTIVITIES + a`. Time outside all segments is missing
   * from the sum of 1.
   */
  shares(rangeBeginUs: number, rangeEndUs: number, parts: number): Float32Array {
    const shares = new Float32Array(parts * ACTIVITIES);
    const partUs = (rangeEndUs - rangeBeginUs) / parts;
    if (this.length === 0 || !(partUs > 0)) return shares;
    const spent = new Float64Array(ACTIVITIES);
    let segment = firstAfter(this.endUs, rangeBeginUs, this.length);
    for (let part = 0; part < parts && segment < this.length; part++) {
      const beginUs = rangeBeginUs + part * partUs;
      if (this.#beginOf(segment) <= beginUs && float64At(this.endUs, segment) > beginUs + partUs) {
        // When zoomed in, most parts lie within one segment.
        const share = float32At(this.share, segment);
        const rest = part * ACTIVITIES + (this.rest[segment] ?? threadActivity.unseen);
        shares[part * ACTIVITIES + threadActivity.running] = share;
        shares[rest] = float32At(shares, rest) + (1 - share);
        continue;
      }
      segment = this.#addBetween(segment, beginUs, beginUs + partUs, spent);
      for (let activity = 0; activity < ACTIVITIES; activity++) {
        const us = float64At(spent, activity);
        spent[activity] = 0;
        // Sums over an hour are exact to a thousandth of a microsecond.
        if (us > 1e-3) shares[part * ACTIVITIES + activity] = Math.min(1, us / partUs);
      }
    }
    return shares;
  }

  /** The time without samples around a moment, if it is in one. */
  unseenAt(atUs: number): TimeRange | undefined {
    const segment = firstAfter(this.endUs, atUs, this.length);
    if (segment >= this.length || this.rest[segment] !== threadActivity.unseen) return undefined;
    const beginUs = this.#beginOf(segment);
    return beginUs <= atUs ? { beginUs, endUs: float64At(this.endUs, segment) } : undefined;
  }

  get #lastUs(): number {
    return this.length === 0 ? this.beginUs : float64At(this.endUs, this.length - 1);
  }

  #append(endUs: number, share: number, rest: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.rest[last] === rest && this.share[last] === Math.fround(share)) {
      this.endUs[last] = endUs;
      return;
    }
    if (last >= 0) this.#addSegment(last, this.#beginOf(last), float64At(this.endUs, last), this.#sums);
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.endUs[row] = endUs;
    this.share[row] = share;
    this.rest[row] = rest;
    if (row % BLOCK === 0) this.#blocks.set(this.#sums, (row / BLOCK) * ACTIVITIES);
  }

  override grow(): void {
    super.grow();
    this.#blocks = withRoom(this.#blocks, Math.ceil(this.capacity / BLOCK) * ACTIVITIES);
  }

  #beginOf(segment: number): number {
    return segment === 0 ? this.beginUs : float64At(this.endUs, segment - 1);
  }

  #addSegment(segment: number, beginUs: number, endUs: number, sums: Float64Array): void {
    const us = endUs - beginUs;
    if (us <= 0) return;
    const rest = this.rest[segment] ?? threadActivity.unseen;
    const share = float32At(this.share, segment);
    sums[threadActivity.running] = float64At(sums, threadActivity.running) + us * share;
    sums[rest] = float64At(sums, rest) + us * (1 - share);
  }

  #addBlocks(first: number, end: number, sums: Float64Array): void {
    const from = (first / BLOCK) * ACTIVITIES;
    const to = (end / BLOCK) * ACTIVITIES;
    for (let activity = 0; activity < ACTIVITIES; activity++) {
      const us = float64At(this.#blocks, to + activity) - float64At(this.#blocks, from + activity);
      sums[activity] = float64At(sums, activity) + us;
    }
  }

  /** The last block's begin before which all segments ended by a time, or `segment`. */
  #endOfBlocks(segment: number, endUs: number): number {
    const isLater = (block: number): boolean => float64At(this.endUs, block * BLOCK - 1) > endUs;
    return (firstIndexNear(Math.ceil(this.length / BLOCK), isLater, segment / BLOCK + 1) - 1) * BLOCK;
  }

  /** By blocks where possible. `first` is the range's first segment; returns its last. */
  #addBetween(first: number, rangeBeginUs: number, rangeEndUs: number, sums: Float64Array): number {
    let segment = first;
    let atUs = Math.max(rangeBeginUs, this.#beginOf(first));
    while (segment < this.length) {
      if (segment % BLOCK === 0 && atUs === this.#beginOf(segment)) {
        const end = this.#endOfBlocks(segment, rangeEndUs);
        if (end > segment) {
          this.#addBlocks(segment, end, sums);
          atUs = this.#beginOf(end);
          segment = end;
          continue;
        }
      }
      const endUs = float64At(this.endUs, segment);
      this.#addSegment(segment, atUs, Math.min(endUs, rangeEndUs), sums);
      if (endUs > rangeEndUs) return segment;
      atUs = endUs;
      segment++;
    }
    return segment;
  }
}
