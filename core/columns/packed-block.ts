import { float64At, int32At, numberAt, uint32At } from './at.ts';

/** Rows of a block. */
export const BLOCK_ROWS = 1_024;

/** A row's block is its number without these bits. */
export const BLOCK_BITS = 10;

/*
 * A block: a head word per column, then each column's codes, and its exceptions: their count, then row and difference of each.
 * Codes are differences to the column's base, which its owner keeps.
 */

/** Bits of a column's head word: width of a code, whether the largest code marks an exception, and the first word. */
const WIDTH_MASK = 63;
const EXCEPTIONS = 64;
const START_SHIFT = 7;
/** Width of values that are stored as they are: not whole, or too far apart. */
const AS_DOUBLES = 63;
const MOST_WIDTH = 32;
/** No exceptions are searched among codes of so few bits, or if the mean difference is not much smaller than the largest. */
const EVEN_WIDTH = 3;
const EVEN_RANGE = 4;
/** Row and code. */
const EXCEPTION_WORDS = 2;
/** From here on differences need more bits than a word has. */
const MOST_RANGE = 0xfffffffe;

export type Column = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** The column in work: V8 is slow in loops over arrays of several kinds. One of whole numbers takes half the time. */
const values = new Float64Array(BLOCK_ROWS);
const integers = new Int32Array(BLOCK_ROWS);
/** Its differences to the base. */
const differences = new Uint32Array(BLOCK_ROWS);
/** Keyed by bits of a difference plus one. */
const counts = new Uint32Array(MOST_WIDTH + 1);
const pair = new Uint32Array(2);
const double = new Float64Array(pair.buffer);

/** @param row inside the block */
export function valueAt(words: Uint32Array, column: number, row: number, base: number): number {
  const head = uint32At(words, column);
  const width = head & WIDTH_MASK;
  if (width === 0) return base;
  if (width === AS_DOUBLES) return doubleAt(words, (head >>> START_SHIFT) + 2 * row);
  const bit = row * width;
  const word = (head >>> START_SHIFT) + (bit >>> 5);
  const shift = bit & 31;
  let code = uint32At(words, word) >>> shift;
  if (shift + width > 32) code |= uint32At(words, word + 1) << (32 - shift);
  const most = 0xffffffff >>> (32 - width);
  code = (code & most) >>> 0;
  return base + (code === most && (head & EXCEPTIONS) !== 0 ? exceptionAt(words, head, row) : code);
}

/** All values of a column. */
export function unpack(words: Uint32Array, column: number, base: number, values: Float64Array): void {
  const head = uint32At(words, column);
  const width = head & WIDTH_MASK;
  const start = head >>> START_SHIFT;
  const first = column << BLOCK_BITS;
  if (width === 0) values.fill(base, first, first + BLOCK_ROWS);
  else if (width === AS_DOUBLES) for (let row = 0; row < BLOCK_ROWS; row++) values[first + row] = doubleAt(words, start + 2 * row);
  else {
    unpackCodes(words, start, width, base, values, first);
    if ((head & EXCEPTIONS) === 0) return;
    const list = start + codeWords(width);
    const end = list + 1 + uint32At(words, list) * EXCEPTION_WORDS;
    for (let at = list + 1; at < end; at += EXCEPTION_WORDS) values[first + uint32At(words, at)] = base + uint32At(words, at + 1);
  }
}

function unpackCodes(words: Uint32Array, start: number, width: number, base: number, values: Float64Array, first: number): void {
  const most = 0xffffffff >>> (32 - width);
  let word = start;
  let shift = 0;
  let now = uint32At(words, word);
  for (let row = 0; row < BLOCK_ROWS; row++) {
    let code = now >>> shift;
    shift += width;
    if (shift >= 32) {
      shift -= 32;
      // Raw: behind the last code there may be no word.
      now = words[++word] ?? 0;
      if (shift > 0) code |= now << (width - shift);
    }
    values[first + row] = base + ((code & most) >>> 0);
  }
}

function doubleAt(words: Uint32Array, at: number): number {
  pair[0] = uint32At(words, at);
  pair[1] = uint32At(words, at + 1);
  return float64At(double, 0);
}

/** The difference of a row in the list, by a binary search. */
function exceptionAt(words: Uint32Array, head: number, row: number): number {
  const list = (head >>> START_SHIFT) + codeWords(head & WIDTH_MASK);
  let low = 0;
  let high = uint32At(words, list);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (uint32At(words, list + 1 + middle * EXCEPTION_WORDS) < row) low = middle + 1;
    else high = middle;
  }
  return uint32At(words, list + 2 + low * EXCEPTION_WORDS);
}

function codeWords(width: number): number {
  return (BLOCK_ROWS * width) >>> 5;
}

/** Words of all blocks are composed here, and copied in their length. */
let composed = new Uint32Array(1 << 12);

/** Packs one column of a block after the other. */
export class BlockWriter {
  #length: number;

  constructor(columns: number) {
    this.#length = columns;
    composed.fill(0, 0, columns);
  }

  get words(): Uint32Array {
    return composed.slice(0, this.#length);
  }

  /** Writes the first `BLOCK_ROWS` values less those of another column, and returns the base: the least. */
  write(column: number, source: Column, less?: Column): number {
    const taken = less === undefined && !(source instanceof Float64Array) ? takeIntegers(source) : undefined;
    const { least, range, mean } = taken ?? takeValues(source, less);
    if (range === 0) return least;
    const start = this.#length;
    if (taken === undefined && (!(range <= MOST_RANGE) || !takeDifferences(least))) {
      this.#makeRoom(2 * BLOCK_ROWS);
      composed.set(new Uint32Array(values.slice().buffer), start);
      composed[column] = (start << START_SHIFT) | AS_DOUBLES;
      return least;
    }
    const all = 32 - Math.clz32(range);
    const { width, exceptions } = all > EVEN_WIDTH && range > EVEN_RANGE * mean ? bestWidth(all) : { width: all, exceptions: 0 };
    const words = codeWords(width);
    this.#makeRoom(words + (exceptions === 0 ? 0 : 1 + exceptions * EXCEPTION_WORDS));
    composed[column] = (start << START_SHIFT) | (exceptions === 0 ? 0 : EXCEPTIONS) | width;
    if (exceptions > 0) composed[start + words] = exceptions;
    writeCodes(start, width, exceptions === 0 ? MOST_RANGE + 1 : 2 ** width - 1);
    return least;
  }

  #makeRoom(words: number): void {
    const end = this.#length + words;
    if (end > composed.length) {
      const longer = new Uint32Array(2 * end);
      longer.set(composed);
      composed = longer;
    }
    this.#length = end;
  }
}

interface Range {
  readonly least: number;
  readonly range: number;
  /** The differences’ mean. */
  readonly mean: number;
}

/** Leaves the differences in `differences`; undefined for numbers beyond 31 bits. */
function takeIntegers(source: Exclude<Column, Float64Array>): Range | undefined {
  integers.set(source.subarray(0, BLOCK_ROWS));
  let least = 0x7fffffff;
  let most = -0x80000000;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const value = int32At(integers, row);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const range = most - least;
  // Larger numbers of 32 bits are negative here.
  if ((source instanceof Uint32Array && least < 0) || range > 0x7fffffff) return undefined;
  let sum = 0;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const difference = int32At(integers, row) - least;
    differences[row] = difference;
    sum += difference;
  }
  return { least, range, mean: sum / BLOCK_ROWS };
}

/** Leaves the values in `values`. */
function takeValues(source: Column, less: Column | undefined): Range {
  values.set(source.subarray(0, BLOCK_ROWS));
  for (let row = 0; less !== undefined && row < BLOCK_ROWS; row++) values[row] = float64At(values, row) - numberAt(less, row);
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

/** False if some is not whole. */
function takeDifferences(least: number): boolean {
  let isWhole = Number.isInteger(least);
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const exact = float64At(values, row) - least;
    const difference = exact >>> 0;
    if (difference !== exact) isWhole = false;
    differences[row] = difference;
  }
  return isWhole;
}

/** The width that takes the fewest bits with its exceptions: differences that reach the largest code. @param all without exceptions */
function bestWidth(all: number): { readonly width: number; readonly exceptions: number } {
  counts.fill(0);
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const bits = 32 - Math.clz32(uint32At(differences, row) + 1);
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

/** @param most differences from here on are exceptions */
function writeCodes(start: number, width: number, most: number): void {
  let exception = start + codeWords(width) + 1;
  let bit = 0;
  let word = start;
  let filled = 0;
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const difference = uint32At(differences, row);
    let code = difference;
    if (difference >= most) {
      code = most;
      composed[exception] = row;
      composed[exception + 1] = difference;
      exception += EXCEPTION_WORDS;
    }
    filled |= code << bit;
    bit += width;
    if (bit >= 32) {
      composed[word++] = filled;
      bit -= 32;
      filled = bit === 0 ? 0 : code >>> (width - bit);
    }
  }
}
