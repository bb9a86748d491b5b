import { byteOrZero } from '../bytes/fields.ts';

const [NEWLINE, RETURN, SPACE, HASH, OPEN, CLOSE, DASH, ZERO, NINE, COLON, GREATER, LAST] = [
  10, 13, 32, 35, 40, 41, 45, 48, 57, 58, 62, 126,
];
/** Longer numbers are left to the regular expression. */
const MAX_DIGITS = 9;

/** 1 for bytes without a meaning of their own; a table is quicker than comparisons. */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > SPACE && byte <= LAST && ![COLON, OPEN, CLOSE].includes(byte)));

/** `other` lines may be any of these in an unusual notation. */
export const LineKind = { method: 0, field: 1, commentOrEmpty: 2, other: 3 } as const;
export type LineKind = (typeof LineKind)[keyof typeof LineKind];

/**
 * Finds the parts of ` 1:3:void com.example.Feed.bind(int):10:12 -> a`, R8's usual line. Offsets and numbers, so that skipped lines cost no
 * object.
 */
export class LineParts {
  /** Shrunk lines, the smaller first; -1 without any. */
  from = -1;
  to = -1;
  method = 0;
  methodEnd = 0;
  /** Source lines, the smaller first; -1 without any. */
  originalFrom = -1;
  originalTo = -1;
  isSingle = false;
  name = 0;
  nameEnd = 0;
  end = 0;
  readonly #bytes: Uint8Array;
  readonly #limit: number;
  #at = 0;

  constructor(bytes: Uint8Array, limit: number) {
    this.#bytes = bytes;
    this.#limit = limit;
  }

  /** Valid for methods only; of `other` lines not even `end` is. */
  read(begin: number): LineKind {
    const bytes = this.#bytes;
    this.#at = begin;
    while (bytes[this.#at] === SPACE) this.#at++;
    if (this.#at >= this.#limit || bytes[this.#at] === HASH || bytes[this.#at] === NEWLINE) return this.#passOver();
    if (this.#at === begin || !this.#takesLines()) return LineKind.other;
    this.method = this.#at;
    if (!this.#takesWord() || !this.#takes(SPACE) || !this.#takesWord()) return LineKind.other;
    if (!this.#takes(OPEN)) return this.from < 0 && this.#takesName() ? LineKind.field : LineKind.other;
    this.#takesWord();
    if (!this.#takes(CLOSE)) return LineKind.other;
    this.methodEnd = this.#at;
    return this.#takesOriginalLines() && this.#takesName() ? LineKind.method : LineKind.other;
  }

  #passOver(): LineKind {
    const newline = this.#bytes.indexOf(NEWLINE, this.#at);
    this.end = newline < 0 ? this.#limit : Math.min(newline, this.#limit);
    return LineKind.commentOrEmpty;
  }

  #takesLines(): boolean {
    this.from = -1;
    this.to = -1;
    if (!isDigit(this.#bytes[this.#at])) return true;
    const from = this.#number();
    const to = this.#takes(COLON) ? this.#number() : -1;
    this.from = smaller(from, to);
    this.to = larger(from, to);
    return from >= 0 && to >= 0 && this.#takes(COLON);
  }

  #takesOriginalLines(): boolean {
    this.originalFrom = -1;
    this.originalTo = -1;
    this.isSingle = false;
    if (!this.#takes(COLON)) return true;
    const from = this.#number();
    this.isSingle = !this.#takes(COLON);
    const to = this.isSingle ? from : this.#number();
    this.originalFrom = this.isSingle ? from : smaller(from, to);
    this.originalTo = this.isSingle ? from : larger(from, to);
    return from >= 0 && to >= 0;
  }

  #takesName(): boolean {
    if (!(this.#takes(SPACE) && this.#takes(DASH) && this.#takes(GREATER) && this.#takes(SPACE))) return false;
    this.name = this.#at;
    if (!this.#takesWord()) return false;
    this.nameEnd = this.#at;
    this.#takes(RETURN);
    this.end = this.#at;
    return this.#at >= this.#limit || this.#bytes[this.#at] === NEWLINE;
  }

  #takesWord(): boolean {
    const bytes = this.#bytes;
    const begin = this.#at;
    let at = begin;
    while (plain[byteOrZero(bytes, at)] === 1) at++;
    this.#at = at;
    return at > begin;
  }

  #takes(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** -1 for none, or too many digits. */
  #number(): number {
    const bytes = this.#bytes;
    const begin = this.#at;
    let at = begin;
    let value = 0;
    for (let byte = bytes[at]; isDigit(byte); byte = bytes[++at]) value = value * 10 + byte - ZERO;
    this.#at = at;
    const length = at - begin;
    return length > 0 && length <= MAX_DIGITS ? value : -1;
  }
}

/** Old versions of R8 swapped ends, or wrote 0 as the end of one line. */
export function smaller(from: number, to: number): number {
  return from <= to || to === 0 ? from : to;
}

export function larger(from: number, to: number): number {
  return from <= to ? to : from;
}

function isDigit(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
