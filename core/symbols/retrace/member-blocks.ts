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
  /** No comment among these lines, wherever the name stands, says anything but types of the shrunk program. */
  readonly isPlain: boolean;
  /** Nor does one among the lines of the names that stand right above. */
  readonly isPlainAbove: boolean;
}

const [SPACE, QUOTE, HASH, DASH, GREATER, CLOSE] = [32, 34, 35, 45, 62, 125];

/** Columns of a row: a block's first name, with its hash, and the row after it that has the same place among the hashes, or -1. */
const [NAME, LENGTH, HASH_OF_NAME, BEGIN, END, NEXT, SAYS_MORE, ROW] = [0, 1, 2, 3, 4, 5, 6, 7];
/** How many lines above a block can matter to it; each block has one or more. */
export const LOOK_BACK = 4;
/** As R8 writes it; most comments of a large map are such. */
const ONLY_TYPES = '# {"id":"com.android.tools.r8.residualsignature","signature":"';

/** Which lines of a class are whose: found in one pass, and kept as numbers only. */
export class MemberBlocks {
  readonly #bytes: Uint8Array;
  #rows: Int32Array;
  #count = 0;
  /** The first row of each group of hashes, or -1. */
  readonly #first: Int32Array;
  #statesVersion = false;

  /** @param bytes the lines below a class line */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#rows = new Int32Array(ROW * (4 + (bytes.length >> 8)));
    for (let at = 0; at < bytes.length; ) {
      const end = lineEnd(bytes, at);
      this.#take(at, end);
      at = end + 1;
    }
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(this.#count + 1))).fill(-1);
    // From the last one on, so that each group is in the lines' order.
    for (let row = (this.#count - 1) * ROW; row >= 0; row -= ROW) {
      const group = this.#groupOf(this.#column(row, HASH_OF_NAME));
      this.#rows[row + NEXT] = this.#first[group] ?? -1;
      this.#first[group] = row;
    }
    for (let row = 0; row < this.#count * ROW; row += ROW) if (this.#column(row, SAYS_MORE) === 1) this.#sayMoreOfName(row);
  }

  /** A comment among the lines states a version. */
  get statesVersion(): boolean {
    return this.#statesVersion;
  }

  /** What the name stands behind; undefined when that is nothing. */
  named(name: string): NamedBlocks | undefined {
    const letters = byteLetters(name);
    const hash = hashOfLetters(letters);
    const blocks: Block[] = [];
    let isPlain = true;
    let isPlainAbove = true;
    for (let row = this.#first[this.#groupOf(hash)] ?? -1; row >= 0; row = this.#column(row, NEXT)) {
      if (this.#column(row, HASH_OF_NAME) !== hash || this.#column(row, LENGTH) !== letters.length) continue;
      if (!startsWithLetters(this.#bytes, this.#column(row, NAME), letters)) continue;
      blocks.push({ begin: this.#column(row, BEGIN), end: this.#column(row, END) });
      isPlain &&= this.#column(row, SAYS_MORE) === 0;
      for (let above = 1; above <= LOOK_BACK && above * ROW <= row; above++) {
        isPlainAbove &&= this.#column(row - above * ROW, SAYS_MORE) === 0;
      }
    }
    return blocks.length === 0 ? undefined : { blocks, isPlain, isPlainAbove };
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
      end: this.#column(row, END),
      name: textOfBytes(this.#bytes, name, name + this.#column(row, LENGTH)),
    };
  }

  #take(begin: number, end: number): void {
    const bytes = this.#bytes;
    const behind = Math.min(end + 1, bytes.length);
    const last = (this.#count - 1) * ROW;
    const first = firstLetter(bytes, begin, end);
    if (first === end || bytes[first] === HASH) {
      // What comes before the first member is said of the class.
      if (this.#count > 0) this.#rows[last + END] = behind;
      if (first === end) return;
      if (this.#count > 0 && !saysOnlyTypes(bytes, first, end)) this.#rows[last + SAYS_MORE] = 1;
      this.#statesVersion ||= includesLetters(bytes, first, end, 'com.android.tools.r8.mapping');
      return;
    }
    const nameEnd = trimmedEnd(bytes, first, end);
    const name = nameBefore(bytes, first, nameEnd);
    const length = nameEnd - name;
    if (this.#count > 0 && this.#column(last, LENGTH) === length && sameBytes(bytes, this.#column(last, NAME), name, length)) {
      this.#rows[last + END] = behind;
    } else {
      this.#add(name, length, begin, behind);
    }
  }

  /** Names of one hash are taken for one: that costs time, and no more. */
  #sayMoreOfName(said: number): void {
    const hash = this.#column(said, HASH_OF_NAME);
    for (let row = this.#first[this.#groupOf(hash)] ?? -1; row >= 0; row = this.#column(row, NEXT)) {
      if (this.#column(row, HASH_OF_NAME) === hash) this.#rows[row + SAYS_MORE] = 1;
    }
  }

  #add(name: number, length: number, begin: number, end: number): void {
    const row = this.#count++ * ROW;
    if (row === this.#rows.length) {
      const larger = new Int32Array(row * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[row + NAME] = name;
    this.#rows[row + LENGTH] = length;
    this.#rows[row + HASH_OF_NAME] = hashOfBytes(this.#bytes, name, name + length);
    this.#rows[row + BEGIN] = begin;
    this.#rows[row + END] = end;
  }

  #column(row: number, column: number): number {
    return this.#rows[row + column] ?? -1;
  }

  #groupOf(hash: number): number {
    return hash & (this.#first.length - 1);
  }
}

function saysOnlyTypes(bytes: Uint8Array, begin: number, end: number): boolean {
  if (!startsWithLetters(bytes, begin, ONLY_TYPES)) return false;
  let at = begin + ONLY_TYPES.length;
  while (at < end && bytes[at] !== QUOTE) at++;
  return bytes[at + 1] === CLOSE && trimmedEnd(bytes, begin, end) === at + 2;
}

/** Where the name behind the arrow begins; `end` without an arrow. */
function nameBefore(bytes: Uint8Array, begin: number, end: number): number {
  let name = end;
  while (name > begin && (bytes[name - 1] ?? 0) > SPACE && !isArrow(bytes, name - 2)) name--;
  return isArrow(bytes, trimmedEnd(bytes, begin, name) - 2) ? name : end;
}

function isArrow(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === DASH && bytes[at + 1] === GREATER;
}
