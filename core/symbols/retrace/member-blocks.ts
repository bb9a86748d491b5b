import { int32At } from '../../columns/at.ts';
import { byteOrZero } from '../bytes/byte-or-zero.ts';
import { byteLetters, hashOfBytes, hashOfLetters, includesLetters, sameBytes, startsWithLetters, textOfBytes } from './name-bytes.ts';
import { firstLetter, lineEnd, trimmedEnd } from './text-lines.ts';

/** Lines that follow each other and have one name behind the arrow, with their comments: bytes, the last one's newline too. */
export interface Block {
  readonly begin: number;
  readonly end: number;
}

/** The lines of a name. */
export interface NamedBlocks {
  readonly blocks: readonly Block[];
  /**
   * No comment among these lines, wherever the name stands, says anything but types of the shrunk program, or where outlines were
   * called: a line's frames don't depend on them, unless an outline was called there.
   */
  readonly isPlain: boolean;
  /** Nor does one among the lines of the names that stand right above. */
  readonly isPlainAbove: boolean;
}

const [SPACE, QUOTE, HASH, DASH, GREATER, CLOSE] = [32, 34, 35, 45, 62, 125];

/** Columns of a row: a block's first name, with its hash, and the row after it that has the same place among the hashes, or -1. */
const [NAME, LENGTH, HASH_OF_NAME, BEGIN, NEXT, EXTRA_INFO, ROW] = [0, 1, 2, 3, 4, 5, 6];
/** Where a comment says more than that: nowhere, among a row's own lines, in a later row of its group, of a name right above. */
const [NOTHING, HERE, BELOW, ABOVE] = [0, 1, 2, 4];
/** Rows while they are found: a class keeps a list of just their number, for a large map has twenty thousand classes. */
let found = new Int32Array(ROW << 10);
/** How many lines above a block can matter to it; each block has one or more. */
export const CONTEXT_LINES = 4;
/** As R8 writes them; most comments of a large map are such. */
const TYPES = '# {"id":"com.android.tools.r8.residualsignature","signature":"';
const CALL_SITE = '# {"id":"com.android.tools.r8.outlineCallsite",';

/** Which lines of a class are whose: found in one pass, and kept as numbers only. */
export class MemberBlocks {
  readonly #bytes: Uint8Array;
  /** The rows, then for each group of hashes its first row, or -1. */
  readonly #rows: Int32Array;
  #count = 0;
  readonly #groups: number;
  #statesVersion = false;

  /** @param bytes the lines below a class line */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let at = 0; at < bytes.length; ) {
      const end = lineEnd(bytes, at);
      this.#take(at, end);
      at = end + 1;
    }
    const end = this.#count * ROW;
    this.#groups = 2 ** Math.ceil(Math.log2(this.#count + 1));
    const rows = new Int32Array(end + this.#groups);
    rows.set(found.subarray(0, end));
    rows.fill(-1, end);
    this.#rows = rows;
    // From the last one on, so that each group is in the lines' order.
    for (let row = end - ROW; row >= 0; row -= ROW) {
      const group = this.#groupOf(this.#column(row, HASH_OF_NAME));
      const next = rows[group] ?? -1;
      if (next >= 0 && this.#column(next, EXTRA_INFO) !== NOTHING) rows[row + EXTRA_INFO] = this.#column(row, EXTRA_INFO) | BELOW;
      rows[row + NEXT] = next;
      rows[group] = row;
    }
    for (let row = 0, lately = -Infinity; row < end; row += ROW) {
      const saysMore = this.#groupHasExtraInfo(row);
      if (row - lately <= CONTEXT_LINES * ROW) rows[row + EXTRA_INFO] = this.#column(row, EXTRA_INFO) | ABOVE;
      if (saysMore) lately = row;
    }
  }

  /** A comment among the lines states a version. */
  get statesVersion(): boolean {
    return this.#statesVersion;
  }

  /** What the name stands behind; undefined when that is nothing. */
  named(name: string): NamedBlocks | undefined {
    const letters = byteLetters(name);
    const hash = hashOfLetters(letters);
    let blocks: Block[] | undefined;
    let isPlain = true;
    let isPlainAbove = true;
    for (let row = this.#rows[this.#groupOf(hash)] ?? -1; row >= 0; row = this.#column(row, NEXT)) {
      if (this.#column(row, HASH_OF_NAME) !== hash || this.#column(row, LENGTH) !== letters.length) continue;
      if (!startsWithLetters(this.#bytes, this.#column(row, NAME), letters)) continue;
      const block = { begin: this.#column(row, BEGIN), end: this.#endOf(row) };
      // Most names have one: a list that grows takes room for many.
      if (blocks === undefined) blocks = [block];
      else blocks.push(block);
      isPlain &&= (this.#column(row, EXTRA_INFO) & HERE) === 0;
      isPlainAbove &&= (this.#column(row, EXTRA_INFO) & ABOVE) === 0;
    }
    return blocks && { blocks, isPlain, isPlainAbove };
  }

  /** The block that a line, which isn't said of the class, is in. */
  at(line: number): Block & { readonly name: string } {
    let low = 0;
    for (let high = this.#count - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (this.#column(middle * ROW, BEGIN) <= line) low = middle;
      else high = middle - 1;
    }
    const row = low * ROW;
    const name = this.#column(row, NAME);
    return {
      begin: this.#column(row, BEGIN),
      end: this.#endOf(row),
      name: textOfBytes(this.#bytes, name, name + this.#column(row, LENGTH)),
    };
  }

  #take(begin: number, end: number): void {
    const bytes = this.#bytes;
    const last = (this.#count - 1) * ROW;
    const first = firstLetter(bytes, begin, end);
    if (first === end) return;
    if (bytes[first] === HASH) {
      // What comes before the first member is said of the class.
      if (hasNoExtraInfo(bytes, first, end)) return;
      if (this.#count > 0) found[last + EXTRA_INFO] = HERE;
      this.#statesVersion ||= includesLetters(bytes, first, end, 'com.android.tools.r8.mapping');
      return;
    }
    const nameEnd = trimmedEnd(bytes, first, end);
    const name = nameBefore(bytes, first, nameEnd);
    const length = nameEnd - name;
    if (this.#count > 0 && found[last + LENGTH] === length && sameBytes(bytes, int32At(found, last + NAME), name, length)) return;
    this.#add(name, length, begin);
  }

  /** Whether comments say more of the name of a row, wherever it stands, or of another one in its group: that costs time, and no more. */
  #groupHasExtraInfo(row: number): boolean {
    const first = this.#rows[this.#groupOf(this.#column(row, HASH_OF_NAME))] ?? -1;
    return (this.#column(first, EXTRA_INFO) & (HERE | BELOW)) !== NOTHING;
  }

  #add(name: number, length: number, begin: number): void {
    const row = this.#count++ * ROW;
    if (row === found.length) {
      const larger = new Int32Array(row * 2);
      larger.set(found);
      found = larger;
    }
    found[row + NAME] = name;
    found[row + LENGTH] = length;
    found[row + HASH_OF_NAME] = hashOfBytes(this.#bytes, name, name + length);
    found[row + BEGIN] = begin;
    found[row + EXTRA_INFO] = NOTHING;
  }

  /** Where the next one begins: comments and empty lines below a name are its. */
  #endOf(row: number): number {
    return row + ROW < this.#count * ROW ? this.#column(row + ROW, BEGIN) : this.#bytes.length;
  }

  #column(row: number, column: number): number {
    return this.#rows[row + column] ?? -1;
  }

  #groupOf(hash: number): number {
    return this.#count * ROW + (hash & (this.#groups - 1));
  }
}

function hasNoExtraInfo(bytes: Uint8Array, begin: number, end: number): boolean {
  // Nothing may be said twice.
  if (startsWithLetters(bytes, begin, CALL_SITE)) return !includesLetters(bytes, begin + CALL_SITE.length, end, 'id');
  if (!startsWithLetters(bytes, begin, TYPES)) return false;
  let at = begin + TYPES.length;
  while (at < end && bytes[at] !== QUOTE) at++;
  return bytes[at + 1] === CLOSE && trimmedEnd(bytes, begin, end) === at + 2;
}

/** Where the name behind the arrow begins; `end` without an arrow. */
function nameBefore(bytes: Uint8Array, begin: number, end: number): number {
  let name = end;
  while (name > begin && byteOrZero(bytes, name - 1) > SPACE && !isArrow(bytes, name - 2)) name--;
  return isArrow(bytes, trimmedEnd(bytes, begin, name) - 2) ? name : end;
}

function isArrow(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === DASH && bytes[at + 1] === GREATER;
}
