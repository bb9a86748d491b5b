import { int32At } from '../../columns/at.ts';
import { lastUpTo } from '../../columns/sorted.ts';
import { byteLetters, hashOfBytes, hashOfLetters, includesLetters, sameBytes, startsWithLetters, textOfBytes } from './name-bytes.ts';
import { firstLetter, lineEnd, trimmedEnd } from './text-lines.ts';

/** Consecutive lines with one name behind the arrow, and the comments below. `end` is behind the last newline. */
export interface Block {
  readonly begin: number;
  readonly end: number;
}

const [SPACE, HASH, DASH, GREATER] = [32, 35, 45, 62];
const NONE = -1;

/** The lines of each name of a class, found in one pass without parsing. Columns, as a map has half a million blocks. */
export class MemberBlocks {
  readonly #bytes: Uint8Array;
  readonly #begins: Int32Array;
  readonly #names: Int32Array;
  readonly #lengths: Int32Array;
  /** The next row of the same hash bits. */
  readonly #next: Int32Array;
  /** By the last bits of the hash. */
  readonly #first: Int32Array;
  readonly statesVersion: boolean;

  constructor(bytes: Uint8Array) {
    const { begins, names, lengths, statesVersion } = findBlocks(bytes);
    const count = begins.length;
    this.#bytes = bytes;
    this.statesVersion = statesVersion;
    this.#begins = new Int32Array(begins);
    this.#names = new Int32Array(names);
    this.#lengths = new Int32Array(lengths);
    this.#next = new Int32Array(count);
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(count + 1))).fill(NONE);
    // Backwards, so that rows are linked in the map's order.
    for (let row = count - 1; row >= 0; row--) {
      const name = int32At(this.#names, row);
      const slot = this.#slotOf(hashOfBytes(bytes, name, name + int32At(this.#lengths, row)));
      this.#next[row] = int32At(this.#first, slot);
      this.#first[slot] = row;
    }
  }

  named(name: string): readonly Block[] | undefined {
    const letters = byteLetters(name);
    let found: Block[] | undefined;
    for (let row = int32At(this.#first, this.#slotOf(hashOfLetters(letters))); row !== NONE; row = int32At(this.#next, row)) {
      if (int32At(this.#lengths, row) !== letters.length) continue;
      if (!startsWithLetters(this.#bytes, int32At(this.#names, row), letters)) continue;
      if (found === undefined) found = [this.#block(row)];
      else found.push(this.#block(row));
    }
    return found;
  }

  holding(line: number): (Block & { readonly memberName: string }) | undefined {
    const row = lastUpTo(this.#begins, line);
    if (row < 0) return undefined;
    const name = int32At(this.#names, row);
    return { ...this.#block(row), memberName: textOfBytes(this.#bytes, name, name + int32At(this.#lengths, row)) };
  }

  #block(row: number): Block {
    const isLast = row + 1 === this.#begins.length;
    return { begin: int32At(this.#begins, row), end: isLast ? this.#bytes.length : int32At(this.#begins, row + 1) };
  }

  #slotOf(hash: number): number {
    return hash & (this.#first.length - 1);
  }
}

interface FoundBlocks {
  readonly begins: readonly number[];
  readonly names: readonly number[];
  readonly lengths: readonly number[];
  readonly statesVersion: boolean;
}

function findBlocks(bytes: Uint8Array): FoundBlocks {
  const begins: number[] = [];
  const names: number[] = [];
  const lengths: number[] = [];
  let statesVersion = false;
  let [lastName, lastLength] = [0, NONE];
  for (let begin = 0, end = 0; begin < bytes.length; begin = end + 1) {
    end = lineEnd(bytes, begin);
    const first = firstLetter(bytes, begin, end);
    if (first === end) continue;
    if (bytes[first] === HASH) {
      statesVersion ||= includesLetters(bytes, first, end, 'com.android.tools.r8.mapping');
      continue;
    }
    const nameEnd = trimmedEnd(bytes, first, end);
    const name = nameBefore(bytes, first, nameEnd);
    const length = nameEnd - name;
    if (length === lastLength && sameBytes(bytes, lastName, name, length)) continue;
    begins.push(begin);
    names.push(name);
    lengths.push(length);
    [lastName, lastLength] = [name, length];
  }
  return { begins, names, lengths, statesVersion };
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
