import type { LineRange, MappedRange } from './class-mapping.ts';
import { sameBytes } from './name-bytes.ts';
import type { TextLines } from './text-lines.ts';

/** A range as it was written: `5:5` and `5` hold the same line, but only the second one is a call's place. */
export interface WrittenRange extends LineRange {
  readonly single: boolean;
}

/** One line below a class: a field (then its text is `type name`), or lines of a method. */
export interface MemberLine extends MappedRange {
  readonly isMethod: boolean;
  readonly original: WrittenRange | undefined;
}

/** Lines are 32 bit numbers everywhere. */
const MAX_LINE = 2 ** 31 - 1;
/** More digits than this are left to the slower way. */
const MAX_DIGITS = 9;
/** A method's text stands again in the lines right below it. */
const MAX_RECENT = 4;
const [NEWLINE, RETURN, SPACE, OPEN, CLOSE, DASH, ZERO, NINE, COLON, GREATER, LAST] = [10, 13, 32, 40, 41, 45, 48, 57, 58, 62, 126];

/** 1 for bytes without a meaning of their own: a look into a list is quicker than the question. */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > SPACE && byte <= LAST && ![COLON, OPEN, CLOSE].includes(byte)));

interface KnownText {
  readonly begin: number;
  readonly length: number;
  readonly text: string;
}

/** Reads member lines. */
export class MemberLineReader {
  readonly lines: TextLines;
  readonly #bytes: Uint8Array;
  #at = 0;
  readonly #methods: KnownText[] = [];
  readonly #names: KnownText[] = [];

  constructor(lines: TextLines) {
    this.lines = lines;
    this.#bytes = lines.bytes;
  }

  /** Where the line ends that was read last: its newline, or the end of all lines. */
  get at(): number {
    return this.#at;
  }

  /** Any member's line, without the blanks at its end; undefined when it is none. */
  readAny(begin: number, end: number, newline: number): MemberLine | undefined {
    this.#at = newline;
    return parseAny(this.lines.slice(begin, end));
  }

  /**
   * `    1:3:void com.example.Feed.bind(int,java.lang.String):10:12 -> a`, where the numbers may be missing, without any other blanks: as
   * R8 writes it. Seven in ten of a large map's bytes are such lines. Undefined for any other.
   */
  readUsual(begin: number): MemberLine | undefined {
    const bytes = this.#bytes;
    this.#at = begin;
    while (bytes[this.#at] === SPACE) this.#at++;
    if (this.#at === begin) return undefined;
    let minified: LineRange | undefined;
    if (isDigit(bytes[this.#at])) {
      const from = this.#number();
      const to = this.#takes(COLON) ? this.#number() : undefined;
      if (from === undefined || to === undefined || !this.#takes(COLON)) return undefined;
      minified = ordered(from, to);
    }
    const method = this.#at;
    const isMethod =
      this.#takesWord() &&
      this.#takes(SPACE) &&
      this.#takesWord() &&
      this.#takes(OPEN) &&
      (this.#takesWord() || true) &&
      this.#takes(CLOSE);
    const methodEnd = this.#at;
    if (!isMethod) return undefined;
    let original: WrittenRange | undefined;
    if (this.#takes(COLON)) {
      const from = this.#number();
      const single = !this.#takes(COLON);
      const to = single ? from : this.#number();
      if (from === undefined || to === undefined) return undefined;
      original = single ? { from, to, single } : ordered(from, to);
    }
    const isArrow = this.#takes(SPACE) && this.#takes(DASH) && this.#takes(GREATER) && this.#takes(SPACE);
    const name = this.#at;
    if (!isArrow || !this.#takesWord()) return undefined;
    const end = this.#at;
    this.#takes(RETURN);
    if (this.#at < this.lines.end && bytes[this.#at] !== NEWLINE) return undefined;
    return {
      isMethod,
      minified,
      method: this.#text(method, methodEnd, this.#methods),
      original,
      residualName: this.#text(name, end, this.#names),
      residual: undefined,
      information: none,
    };
  }

  /** Letters, points, commas and whatever else has no meaning of its own: at least one. */
  #takesWord(): boolean {
    const begin = this.#at;
    let at = begin;
    while (plain[this.#bytes[at] ?? 0] === 1) at++;
    this.#at = at;
    return at > begin;
  }

  #takes(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  #number(): number | undefined {
    const begin = this.#at;
    let value = 0;
    for (let byte = this.#bytes[begin]; isDigit(byte); byte = this.#bytes[++this.#at]) value = value * 10 + byte - ZERO;
    const length = this.#at - begin;
    return length > 0 && length <= MAX_DIGITS ? value : undefined;
  }

  /** The same string for the same text near by: it is compared often. */
  #text(begin: number, end: number, known: KnownText[]): string {
    const length = end - begin;
    for (const one of known) if (one.length === length && sameBytes(this.#bytes, one.begin, begin, length)) return one.text;
    const text = this.lines.slice(begin, end);
    if (known.length === MAX_RECENT) known.pop();
    known.unshift({ begin, length, text });
    return text;
  }
}

/** R8 reads blanks nearly everywhere; so does this. Nothing in it can match in two ways, so that it is linear. */
const member =
  /^\s+(?:(\d+)\s*:\s*(\d+)\s*:\s*)?([^\s:(),\d<][^\s:(),]*)\s+([^\s:(),]+)\s*(?:\(([^()]*)\)\s*)?(?::\s*(\d+)\s*(?::\s*(\d+)\s*)?)?->\s*([^\s:(),]+)$/;

function parseAny(line: string): MemberLine | undefined {
  const found = member.exec(line);
  if (found === null) return undefined;
  const [, from, to, returnType = '', name = '', parameters, originalFrom, originalTo, residualName = ''] = found;
  const minified = writtenRange(from, to);
  const original = writtenRange(originalFrom, originalTo);
  if (minified === 'invalid' || original === 'invalid') return undefined;
  const isMethod = parameters !== undefined;
  if (!isMethod && minified !== undefined) return undefined;
  const method = isMethod ? `${returnType} ${name}(${parameters.replace(/\s/g, '')})` : `${returnType} ${name}`;
  return { isMethod, method, minified, original, residualName, residual: undefined, information: none };
}

const none: MappedRange['information'] = [];

function writtenRange(from: string | undefined, to: string | undefined): WrittenRange | undefined | 'invalid' {
  if (from === undefined) return undefined;
  if (Number(from) > MAX_LINE || Number(to ?? 0) > MAX_LINE) return 'invalid';
  return to === undefined ? { from: Number(from), to: Number(from), single: true } : ordered(Number(from), Number(to));
}

/** Old versions of R8 wrote ranges with their ends exchanged, or with 0 as the end of one line. */
function ordered(from: number, to: number): WrittenRange {
  if (from <= to) return { from, to, single: false };
  return to === 0 ? { from, to: from, single: false } : { from: to, to: from, single: false };
}

function isDigit(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
