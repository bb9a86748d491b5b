import { grownUint16 } from '../session/grow.ts';

/** A block of so many values has one value in the level above: 2 to the power of this. */
const SHIFT = 4;
const IN_BLOCK = (1 << SHIFT) - 1;
/** Enough for 2^24 values. */
const LEVELS = 6;

/**
 * A column of numbers from 0 to 65,535 that grows at its end, and above it the minima of its blocks, of blocks of those, and so
 * on: the next value that is not above a limit is found without looking at all between.
 */
export class MinimumPyramid {
  length = 0;
  readonly #levels: Uint16Array[] = Array.from({ length: LEVELS }, () => new Uint16Array(0));

  at(index: number): number {
    return this.#levels[0]?.[index] ?? 0;
  }

  /** Makes room for so many values. */
  reserve(count: number): void {
    let wanted = count;
    for (const [level, values] of this.#levels.entries()) {
      if (values.length < wanted) {
        const larger = new Uint16Array(wanted);
        larger.set(values);
        this.#levels[level] = larger;
      }
      wanted = (wanted + IN_BLOCK) >> SHIFT;
    }
  }

  append(value: number): void {
    let index = this.length++;
    let isFirst = true;
    for (let level = 0; level < LEVELS; level++) {
      let values = this.#levels[level];
      if (values === undefined) return;
      if (index >= values.length) {
        values = grownUint16(values);
        this.#levels[level] = values;
      }
      // Level 0 has one value each; above it the first of a block begins it.
      if (isFirst) values[index] = value;
      else if ((values[index] ?? 0) > value) values[index] = value;
      else return;
      isFirst = (index & IN_BLOCK) === 0;
      index >>= SHIFT;
    }
  }

  /** Forgets all from a length on. */
  truncate(length: number): void {
    if (length >= this.length) return;
    this.length = length;
    for (let level = 1, below = length; level < LEVELS; level++) {
      const count = (below + IN_BLOCK) >> SHIFT;
      const last = count - 1;
      const values = this.#levels[level];
      if (last >= 0 && values !== undefined) values[last] = this.#least(level - 1, last << SHIFT, below);
      below = count;
    }
  }

  /** The first index from `from` on whose value is not above the limit; `length` when there is none. */
  next(from: number, limit: number): number {
    let at = from;
    let count = this.length;
    for (let level = 0; level < LEVELS && at < count; level++) {
      const values = this.#levels[level];
      if (values === undefined) break;
      const end = Math.min(count, (at | IN_BLOCK) + 1);
      while (at < end && (values[at] ?? 0) > limit) at++;
      if (at < end) return this.#firstBelow(level, at, limit);
      at = (at + IN_BLOCK) >> SHIFT;
      count = (count + IN_BLOCK) >> SHIFT;
    }
    return this.length;
  }

  /** The last index up to and with `from` whose value is not above the limit; -1 when there is none. */
  last(from: number, limit: number): number {
    let at = from;
    for (let level = 0; level < LEVELS && at >= 0; level++) {
      const values = this.#levels[level];
      if (values === undefined) break;
      const begin = at & ~IN_BLOCK;
      while (at >= begin && (values[at] ?? 0) > limit) at--;
      if (at >= begin) return this.#lastBelow(level, at, limit);
      at = (begin >> SHIFT) - 1;
    }
    return -1;
  }

  /** The smallest value from `from` to before `to`; 65,535 when there is none. */
  least(from: number, to: number): number {
    let least = 0xffff;
    let begin = from;
    let end = to;
    for (let level = 0; level < LEVELS && begin < end; level++) {
      const beginOfWhole = Math.min(end, (begin + IN_BLOCK) & ~IN_BLOCK);
      const endOfWhole = Math.max(beginOfWhole, end & ~IN_BLOCK);
      least = Math.min(least, this.#least(level, begin, beginOfWhole), this.#least(level, endOfWhole, end));
      begin = beginOfWhole >> SHIFT;
      end = endOfWhole >> SHIFT;
    }
    return least;
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

  #least(level: number, from: number, to: number): number {
    const values = this.#levels[level];
    let least = 0xffff;
    for (let at = from; at < to; at++) least = Math.min(least, values?.[at] ?? 0xffff);
    return least;
  }
}
