import { float64At, int32At, numberAt, uint32At } from './at.ts';
import { AS_DOUBLES, BLOCK_ROWS, codeWords, EXCEPTION_WORDS, EXCEPTIONS, START_SHIFT } from './packed-block.ts';

/** Numbers by row. */
export type Column = Float64Array | Uint32Array | Int32Array | Uint8Array;

const MOST_WIDTH = 32;
/** No exceptions are searched among codes of so few bits, or if the mean difference is not much smaller than the largest. */
const EVEN_WIDTH = 3;
const EVEN_RANGE = 4;
/** From here on differences need more bits than a word has. */
const MOST_RANGE = 0xfffffffe;
/** Neighbouring codes of so few bits are joined to one of twice as many. */
const JOINED_WIDTH = 16;
/** The largest difference in a column of whole numbers. */
const MOST_INTEGER_RANGE = 0x7fffffff;

/** The column in work: V8 is slow in loops over arrays of several kinds. One of whole numbers takes half the time. */
const values = new Float64Array(BLOCK_ROWS);
const codes = new Int32Array(BLOCK_ROWS);
/** Keyed by bits of a difference plus one. */
const counts = new Uint32Array(MOST_WIDTH + 1);

/** Words of all blocks are composed here, and copied in their length. */
let composed = new Int32Array(1 << 12);

/** Packs one column of a block after the other. */
export class BlockWriter {
  #length: number;

  constructor(columns: number) {
    this.#length = columns;
    composed.fill(0, 0, columns);
  }

  get words(): Uint32Array {
    return new Uint32Array(composed.buffer.slice(0, this.#length * composed.BYTES_PER_ELEMENT));
  }

  /** Writes `BLOCK_ROWS` values less those of another column, and returns the base: the least. @param from the first row */
  write(column: number, source: Column, from: number, less?: Column): number {
    const integers = less === undefined && !(source instanceof Float64Array) ? takeIntegers(source, from) : undefined;
    const { least, range, mean } = integers ?? takeValues(source, from, less);
    if (range === 0) return least;
    if (integers === undefined && (!(range <= MOST_RANGE) || !takeDifferences(least))) this.#writeDoubles(column);
    else this.#writeCodes(column, integers === undefined ? 0 : least, range, mean);
    return least;
  }

  #writeDoubles(column: number): void {
    const start = this.#makeRoom(2 * BLOCK_ROWS);
    composed.set(new Int32Array(values.slice().buffer), start);
    composed[column] = (start << START_SHIFT) | AS_DOUBLES;
  }

  /** @param less what `codes` are more than differences */
  #writeCodes(column: number, less: number, range: number, mean: number): void {
    const all = 32 - Math.clz32(range);
    const { width, exceptions } = all > EVEN_WIDTH && range > EVEN_RANGE * mean ? bestWidth(all, less) : { width: all, exceptions: 0 };
    const words = codeWords(width);
    const start = this.#makeRoom(words + (exceptions === 0 ? 0 : 1 + exceptions * EXCEPTION_WORDS));
    composed[column] = (start << START_SHIFT) | (exceptions === 0 ? 0 : EXCEPTIONS) | width;
    if (exceptions > 0) {
      composed[start + words] = exceptions;
      takeExceptions(start + words + 1, less, 2 ** width - 1);
    } else if (less !== 0) for (let row = 0; row < BLOCK_ROWS; row++) codes[row] = int32At(codes, row) - less;
    joinCodes(start, width);
  }

  /** Returns the first word. */
  #makeRoom(words: number): number {
    const start = this.#length;
    const end = start + words;
    if (end > composed.length) {
      const longer = new Int32Array(2 * end);
      longer.set(composed);
      composed = longer;
    }
    this.#length = end;
    return start;
  }
}

interface Range {
  readonly least: number;
  readonly range: number;
  /** The differences’ mean. */
  readonly mean: number;
}

/** Leaves the values in `codes`; undefined for numbers beyond 31 bits. */
function takeIntegers(source: Exclude<Column, Float64Array>, from: number): Range | undefined {
  codes.set(source.subarray(from, from + BLOCK_ROWS));
  let least = 0x7fffffff;
  let most = -0x80000000;
  let sum = 0;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const value = int32At(codes, row);
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
  }
  const range = most - least;
  // Larger numbers of 32 bits are negative here.
  if ((source instanceof Uint32Array && least < 0) || range > MOST_INTEGER_RANGE) return undefined;
  return { least, range, mean: sum / BLOCK_ROWS - least };
}

/** Leaves the values in `values`. */
function takeValues(source: Column, from: number, less: Column | undefined): Range {
  values.set(source.subarray(from, from + BLOCK_ROWS));
  if (less instanceof Float64Array)
    for (let row = 0; row < BLOCK_ROWS; row++) values[row] = float64At(values, row) - float64At(less, from + row);
  else if (less !== undefined) for (let row = 0; row < BLOCK_ROWS; row++) values[row] = float64At(values, row) - numberAt(less, from + row);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const value = float64At(values, row);
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
  }
  return { least, range: most - least, mean: sum / BLOCK_ROWS - least };
}

/** Leaves the differences of `values` in `codes`; false if some is not whole. */
function takeDifferences(least: number): boolean {
  let isWhole = Number.isInteger(least);
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const exact = float64At(values, row) - least;
    const difference = exact >>> 0;
    if (difference !== exact) isWhole = false;
    codes[row] = difference;
  }
  return isWhole;
}

/** The width that takes the fewest bits with its exceptions: differences that reach the largest code. @param all without exceptions */
function bestWidth(all: number, less: number): { readonly width: number; readonly exceptions: number } {
  counts.fill(0);
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const bits = 32 - Math.clz32(int32At(codes, row) - less + 1);
    counts[bits] = uint32At(counts, bits) + 1;
  }
  let width = all;
  let exceptions = 0;
  let fewest = BLOCK_ROWS * width;
  let above = 0;
  for (let narrower = MOST_WIDTH; narrower >= 1; narrower--) {
    const bits = BLOCK_ROWS * narrower + 32 + above * 32 * EXCEPTION_WORDS;
    if (narrower < all && bits < fewest) {
      fewest = bits;
      width = narrower;
      exceptions = above;
    }
    above += uint32At(counts, narrower);
  }
  return { width, exceptions };
}

/** Turns values into codes, and lists the others. @param most differences from here on are exceptions */
function takeExceptions(list: number, less: number, most: number): void {
  let at = list;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const difference = (int32At(codes, row) - less) >>> 0;
    if (difference < most) {
      codes[row] = difference;
      continue;
    }
    codes[row] = most;
    composed[at] = row;
    composed[at + 1] = difference;
    at += EXCEPTION_WORDS;
  }
}

/** Writes `codes` one behind the other. */
function joinCodes(start: number, codeWidth: number): void {
  let width = codeWidth;
  let length = BLOCK_ROWS;
  for (; width <= JOINED_WIDTH; width *= 2) {
    length >>>= 1;
    for (let at = 0; at < length; at++) codes[at] = int32At(codes, 2 * at) | (int32At(codes, 2 * at + 1) << width);
  }
  let bit = 0;
  let word = start;
  let filled = 0;
  for (let at = 0; at < length; at++) {
    const code = int32At(codes, at);
    filled |= code << bit;
    bit += width;
    if (bit < 32) continue;
    composed[word++] = filled;
    bit -= 32;
    filled = bit === 0 ? 0 : code >>> (width - bit);
  }
}
