import type { LineRange, MappedRange } from './class-mapping.ts';
import { LineKind, LineParts, larger, smaller } from './line-parts.ts';
import type { MethodText } from './method-text.ts';
import { sameBytes } from './name-bytes.ts';
import type { TextLines } from './text-lines.ts';

/** `5:5` and `5` hold the same line, but only `5` is a call's place. */
interface WrittenRange extends LineRange {
  readonly single: boolean;
}

/** A field (with the text `type name`), or lines of a method. */
export interface MemberLine extends MappedRange {
  readonly isMethod: boolean;
  readonly original: WrittenRange | undefined;
}

const MAX_LINE = 2 ** 31 - 1;
/** The next lines repeat a method's text. */
const MAX_RECENT = 4;

interface KnownText {
  readonly begin: number;
  readonly length: number;
  readonly text: string;
}

export class MemberLineReader {
  readonly lines: TextLines;
  readonly #parts: LineParts;
  #at = 0;
  readonly #methods = new RecentTexts();
  readonly #names = new RecentTexts();

  constructor(lines: TextLines) {
    this.lines = lines;
    this.#parts = new LineParts(lines.bytes, lines.end);
  }

  get at(): number {
    return this.#at;
  }

  /** Expects no blanks at the end. */
  readAny(begin: number, end: number, newline: number): MemberLine | undefined {
    this.#at = newline;
    return parseAny(this.lines.slice(begin, end));
  }

  /** As R8 writes a method (`LineParts`); undefined for any other line. */
  readUsual(begin: number): MemberLine | undefined {
    const parts = this.#parts;
    const kind = parts.read(begin);
    this.#at = parts.end;
    if (kind !== LineKind.method) return undefined;
    const method = this.#methods.text(this.lines, parts.method, parts.methodEnd);
    return methodLine(parts, method, this.#names.text(this.lines, parts.name, parts.nameEnd));
  }
}

/** Equal texts nearby are one string: they are compared often. */
class RecentTexts {
  readonly #known: KnownText[] = [];
  #oldest = 0;

  text(lines: TextLines, begin: number, end: number): string {
    const length = end - begin;
    for (const one of this.#known) if (one.length === length && sameBytes(lines.bytes, one.begin, begin, length)) return one.text;
    const text = lines.slice(begin, end);
    this.#known[this.#oldest] = { begin, length, text };
    this.#oldest = (this.#oldest + 1) % MAX_RECENT;
    return text;
  }
}

function methodLine({ from, to, originalFrom, originalTo, isSingle }: LineParts, method: MethodText, residualName: string): MemberLine {
  return {
    isMethod: true,
    minified: from < 0 ? undefined : { from, to },
    method,
    original: originalFrom < 0 ? undefined : { from: originalFrom, to: originalTo, single: isSingle },
    residualName,
    residual: undefined,
    information: none,
  };
}

/** R8 allows blanks nearly everywhere. Nothing can match in two ways, so this is linear. */
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

function ordered(from: number, to: number): WrittenRange {
  return { from: smaller(from, to), to: larger(from, to), single: false };
}
