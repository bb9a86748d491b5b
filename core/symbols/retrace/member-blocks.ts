import { int32At, numberAt } from '../../columns/at.ts';
import { lastUpTo } from '../../columns/sorted.ts';
import {
  byteLetters,
  equalBytes,
  hashOfBytes,
  hashOfLetters,
  includesLetters,
  sameBytes,
  startsWithLetters,
  textOfBytes,
} from './name-bytes.ts';
import { firstLetter, lineEnd, trimmedEnd } from './text-lines.ts';

/** Consecutive lines with one name behind the arrow, and the comments below. `end` is behind the last newline. */
export interface Block {
  readonly begin: number;
  readonly end: number;
}

const [SPACE, HASH, DASH, GREATER, BACKSLASH, LOWER_O, LOWER_S] = [32, 35, 45, 62, 92, 111, 115];
const NONE = -1;
/** Numbers of a block as found, and with its link. */
const [FOUND, LINKED] = [3, 4];

/** The lines of each name of a class, found in one pass without parsing. Columns, as a map has half a million blocks. */
export class MemberBlocks {
  readonly #bytes: Uint8Array;
  readonly #count: number;
  /**
   * Columns of `count` rows behind each other: begin, name, length of the name, next row of the same hash bits. Then the first row by
   * the last bits of the hash. One array, as a stack trace may read each of twenty thousand classes once.
   */
  readonly #columns: Int32Array;
  readonly statesVersion: boolean;
  /** A comment may be of a method that isn't shown; false for certain. */
  readonly hidesFrames: boolean;

  constructor(bytes: Uint8Array) {
    const { found, statesVersion, hidesFrames } = findBlocks(bytes);
    const count = found.length / FOUND;
    const columns = new Int32Array(LINKED * count + 2 ** Math.ceil(Math.log2(count + 1)));
    columns.fill(NONE, LINKED * count);
    this.#bytes = bytes;
    this.#count = count;
    this.#columns = columns;
    this.statesVersion = statesVersion;
    this.hidesFrames = hidesFrames;
    // Backwards, so that rows are linked in the map's order.
    for (let row = count - 1; row >= 0; row--) {
      const name = numberAt(found, FOUND * row + 1);
      const length = numberAt(found, FOUND * row + 2);
      const slot = this.#slotOf(hashOfBytes(bytes, name, name + length));
      columns[row] = numberAt(found, FOUND * row);
      columns[count + row] = name;
      columns[2 * count + row] = length;
      columns[3 * count + row] = int32At(columns, slot);
      columns[slot] = row;
    }
  }

  named(name: string): readonly Block[] | undefined {
    const letters = byteLetters(name);
    const columns = this.#columns;
    for (let row = int32At(columns, this.#slotOf(hashOfLetters(letters))); row !== NONE; row = this.#next(row)) {
      const isNamed = this.#nameLength(row) === letters.length && startsWithLetters(this.#bytes, this.#name(row), letters);
      if (isNamed) return this.blocksFrom(row);
    }
    return undefined;
  }

  /** The first block's row, or -1. */
  firstNamed(bytes: Uint8Array, begin: number, end: number): number {
    const length = end - begin;
    let row = int32At(this.#columns, this.#slotOf(hashOfBytes(bytes, begin, end)));
    while (row !== NONE && !(this.#nameLength(row) === length && equalBytes(this.#bytes, this.#name(row), bytes, begin, length))) {
      row = this.#next(row);
    }
    return row;
  }

  /** All blocks of a row's name, from its first row. */
  blocksFrom(first: number): readonly Block[] {
    const found = [this.#block(first)];
    const [name, length] = [this.#name(first), this.#nameLength(first)];
    for (let row = this.#next(first); row !== NONE; row = this.#next(row)) {
      if (this.#nameLength(row) === length && sameBytes(this.#bytes, this.#name(row), name, length)) found.push(this.#block(row));
    }
    return found;
  }

  nameOf(row: number): string {
    return textOfBytes(this.#bytes, this.#name(row), this.#name(row) + this.#nameLength(row));
  }

  holding(line: number): (Block & { readonly memberName: string }) | undefined {
    const row = lastUpTo(this.#columns, line, this.#count);
    return row < 0 ? undefined : { ...this.#block(row), memberName: this.nameOf(row) };
  }

  #name(row: number): number {
    return int32At(this.#columns, this.#count + row);
  }

  #nameLength(row: number): number {
    return int32At(this.#columns, 2 * this.#count + row);
  }

  #next(row: number): number {
    return int32At(this.#columns, 3 * this.#count + row);
  }

  #block(row: number): Block {
    const isLast = row + 1 === this.#count;
    return { begin: int32At(this.#columns, row), end: isLast ? this.#bytes.length : int32At(this.#columns, row + 1) };
  }

  #slotOf(hash: number): number {
    const slots = this.#columns.length - LINKED * this.#count;
    return LINKED * this.#count + (hash & (slots - 1));
  }
}

interface FoundBlocks {
  /** Of each block: begin, begin and length of the name. */
  readonly found: readonly number[];
  readonly statesVersion: boolean;
  readonly hidesFrames: boolean;
}

function findBlocks(bytes: Uint8Array): FoundBlocks {
  const found: number[] = [];
  let statesVersion = false;
  let hidesFrames = false;
  let [lastName, lastLength] = [0, NONE];
  for (let begin = 0, end = 0; begin < bytes.length; begin = end + 1) {
    end = lineEnd(bytes, begin);
    const first = firstLetter(bytes, begin, end);
    if (first === end) continue;
    if (bytes[first] === HASH) {
      statesVersion ||= includesLetters(bytes, first, end, 'com.android.tools.r8.mapping');
      hidesFrames ||= mayHideFrames(bytes, first, end);
      continue;
    }
    const nameEnd = trimmedEnd(bytes, first, end);
    const name = nameBefore(bytes, first, nameEnd);
    const length = nameEnd - name;
    if (length === lastLength && sameBytes(bytes, lastName, name, length)) continue;
    found.push(begin, name, length);
    [lastName, lastLength] = [name, length];
  }
  return { found, statesVersion, hidesFrames };
}

/** Synthesized methods and outlines; an escape may spell both. */
function mayHideFrames(bytes: Uint8Array, begin: number, end: number): boolean {
  for (let at = begin; at < end; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) return true;
    if (byte === LOWER_S && startsWithLetters(bytes, at, 'synthesized"')) return true;
    if (byte === LOWER_O && startsWithLetters(bytes, at, 'outline"')) return true;
  }
  return false;
}

/** `end` without an arrow. */
function nameBefore(bytes: Uint8Array, begin: number, end: number): number {
  let name = end;
  while (name > begin && !isBlank(bytes[name - 1]) && !isArrow(bytes, name - 2)) name--;
  return isArrow(bytes, trimmedEnd(bytes, begin, name) - 2) ? name : end;
}

function isBlank(byte: number | undefined): boolean {
  return byte !== undefined && byte <= SPACE;
}

function isArrow(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === DASH && bytes[at + 1] === GREATER;
}
