import { uint16At } from '../../columns/at.ts';
import { noUint16, withRoom, withRow } from '../../columns/table.ts';

/** Values per block, as a power of 2. */
const SHIFT = 4;
const IN_BLOCK = (1 << SHIFT) - 1;
/** Enough for 2^24 values. */
const LEVELS = 6;

/**
 * A growing column of numbers up to 65,535, with block minima to find the next value below a limit. Levels are updated on lookup: 1–2 ms
 * per million values, against 20 ms when updated per value.
 */
export class RangeMinimumIndex {
  length = 0;
  readonly #levels: Uint16Array[] = Array.from({ length: LEVELS }, () => noUint16);
  /** Known to the levels; of the last block all. */
  #raised = 0;

  at(index: number): number {
    return this.#levels[0]?.[index] ?? 0;
  }

  reserve(count: number): void {
    this.#makeRoom(0, count);
  }

  append(value: number): void {
    let values = this.#levels[0];
    if (values === undefined) return;
    if (this.length === values.length) {
      values = withRow(values, this.length);
      this.#levels[0] = values;
    }
    values[this.length++] = value;
  }

  truncate(length: number): void {
    if (length >= this.length) return;
    this.length = length;
    // The last block lost values and is computed again.
    this.#raised = Math.min(this.#raised, Math.max(0, length - 1));
  }

  /** First index from `from` with a value up to the limit, or `length`. */
  next(from: number, limit: number): number {
    this.#raise();
    let at = from;
    let count = this.length;
    for (let level = 0; level < LEVELS && at < count; level++) {
      const values = this.#levels[level];
      if (values === undefined) break;
      const end = Math.min(count, (at | IN_BLOCK) + 1);
      while (at < end && uint16At(values, at) > limit) at++;
      if (at < end) return this.#firstBelow(level, at, limit);
      at = (at + IN_BLOCK) >> SHIFT;
      count = (count + IN_BLOCK) >> SHIFT;
    }
    return this.length;
  }

  /** Last index up to `from` with a value up to the limit, or -1. */
  last(from: number, limit: number): number {
    this.#raise();
    let at = from;
    for (let level = 0; level < LEVELS && at >= 0; level++) {
      const values = this.#levels[level];
      if (values === undefined) break;
      const begin = at & ~IN_BLOCK;
      while (at >= begin && uint16At(values, at) > limit) at--;
      if (at >= begin) return this.#lastBelow(level, at, limit);
      at = (begin >> SHIFT) - 1;
    }
    return -1;
  }

  /** `to` is exclusive; 65,535 for an empty range. */
  least(from: number, to: number): number {
    this.#raise();
    let least = 0xffff;
    let begin = from;
    let end = to;
    for (let level = 0; level < LEVELS && begin < end; level++) {
      const beginOfWhole = Math.min(end, (begin + IN_BLOCK) & ~IN_BLOCK);
      const endOfWhole = Math.max(beginOfWhole, end & ~IN_BLOCK);
      const values = this.#levels[level];
      least = Math.min(least, leastOf(values, begin, beginOfWhole), leastOf(values, endOfWhole, end));
      begin = beginOfWhole >> SHIFT;
      end = endOfWhole >> SHIFT;
    }
    return least;
  }

  #raise(): void {
    if (this.#raised === this.length) return;
    let first = this.#raised;
    let count = this.length;
    for (let level = 1; level < LEVELS; level++) {
      const below = this.#levels[level - 1];
      first >>= SHIFT;
      const blocks = (count + IN_BLOCK) >> SHIFT;
      const values = this.#makeRoom(level, blocks);
      for (let block = first; block < blocks; block++)
        values[block] = leastOf(below, block << SHIFT, Math.min(count, (block + 1) << SHIFT));
      count = blocks;
    }
    this.#raised = this.length;
  }

  #makeRoom(level: number, count: number): Uint16Array {
    const values = this.#levels[level] ?? noUint16;
    if (values.length >= count) return values;
    const larger = withRoom(values, Math.max(count, 2 * values.length));
    this.#levels[level] = larger;
    return larger;
  }

  #firstBelow(level: number, index: number, limit: number): number {
    let at = index;
    for (let below = level - 1; below >= 0; below--) {
      at <<= SHIFT;
      const values = this.#levels[below];
      while ((values?.[at] ?? 0) > limit) at++;
    }
    return at;
  }

  #lastBelow(level: number, index: number, limit: number): number {
    let at = index;
    for (let below = level - 1; below >= 0; below--) {
      const last = (this.length - 1) >> (below * SHIFT);
      at = Math.min(last, (at << SHIFT) | IN_BLOCK);
      const values = this.#levels[below];
      while ((values?.[at] ?? 0) > limit) at--;
    }
    return at;
  }
}

function leastOf(values: Uint16Array | undefined, from: number, to: number): number {
  let least = 0xffff;
  for (let at = from; at < to; at++) {
    const value = values?.[at] ?? 0xffff;
    if (value < least) least = value;
  }
  return least;
}
