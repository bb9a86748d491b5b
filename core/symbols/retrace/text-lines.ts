import { textOfBytes } from './name-bytes.ts';

const [NEWLINE, SPACE] = [10, 32];

/** The newline at or behind `at`, or the end of all bytes. */
export function lineEnd(bytes: Uint8Array, at: number): number {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline < 0 ? bytes.length : newline;
}

export function firstLetter(bytes: Uint8Array, begin: number, end: number): number {
  let at = begin;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

export function trimmedEnd(bytes: Uint8Array, begin: number, end: number): number {
  let at = end;
  while (at > begin && isBlank(bytes[at - 1])) at--;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte !== undefined && byte <= SPACE;
}

export class TextLines {
  readonly bytes: Uint8Array;
  readonly begin: number;
  readonly end: number;
  readonly #text: string;

  constructor(bytes: Uint8Array, begin: number, end: number) {
    this.bytes = bytes;
    this.begin = begin;
    this.end = end;
    this.#text = textOfBytes(bytes, begin, end);
  }

  /** In ASCII bytes and letters have the same index; a slice is cheaper than decoding. */
  slice(begin: number, end: number): string {
    if (this.#text.length !== this.end - this.begin) return textOfBytes(this.bytes, begin, end);
    return this.#text.slice(begin - this.begin, end - this.begin);
  }
}
