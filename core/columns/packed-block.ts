import { float64At, uint32At } from './at.ts';

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
export const EXCEPTIONS = 64;
export const START_SHIFT = 7;
/** Width of values that are stored as they are: not whole, or too far apart. */
export const AS_DOUBLES = 63;
/** Row and code. */
export const EXCEPTION_WORDS = 2;

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

/** Of a block's column whose codes have `width` bits. */
export function codeWords(width: number): number {
  return (BLOCK_ROWS * width) >>> 5;
}
