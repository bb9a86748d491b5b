import type { LineRange } from './class-mapping.ts';
import type { MethodText } from './method-text.ts';

/** A range as it was written: `5:5` and `5` hold the same line, but only the second one is a call's place. */
export interface WrittenRange extends LineRange {
  readonly single: boolean;
}

/** One line below a class: a field, or lines of a method. */
export interface MemberLine {
  readonly isMethod: boolean;
  /** A method, or `type name` of a field. */
  readonly text: MethodText;
  readonly minified: WrittenRange | undefined;
  readonly original: WrittenRange | undefined;
  readonly residualName: string;
}

/** Lines are 32 bit numbers everywhere. */
const MAX_LINE = 2 ** 31 - 1;
/** More digits than this are left to the slower way. */
const MAX_DIGITS = 9;
const [SPACE, OPEN, CLOSE, DASH, ZERO, NINE, COLON, GREATER] = [32, 40, 41, 45, 48, 57, 58, 62];

/** Reads a member line, without blanks at its end; undefined when it isn't one. */
export function parseMemberLine(line: string): MemberLine | undefined {
  return parseUsual(line) ?? parseAny(line);
}

/**
 * `    1:3:void com.example.Feed.bind(int,java.lang.String):10:12 -> a`, where the numbers may be missing, without any other blanks: as
 * R8 writes it. Seven in ten of a large map's bytes are such lines.
 */
function parseUsual(line: string): MemberLine | undefined {
  let at = 0;
  while (line.charCodeAt(at) === SPACE) at++;
  let minified: WrittenRange | undefined;
  if (isDigit(line.charCodeAt(at))) {
    const colon = line.indexOf(':', at);
    const second = line.indexOf(':', colon + 1);
    const [from, to] = [numberIn(line, at, colon), numberIn(line, colon + 1, second)];
    if (at === 0 || from === undefined || to === undefined) return undefined;
    minified = ordered(from, to);
    at = second + 1;
  }
  const blank = line.indexOf(' ', at);
  const open = line.indexOf('(', at);
  const close = line.indexOf(')', open);
  const arrow = line.indexOf(' ', blank + 1);
  if (at === 0 || blank <= at || open <= blank + 1 || close < 0 || arrow <= close) return undefined;
  let original: WrittenRange | undefined;
  if (arrow > close + 1) {
    if (line.charCodeAt(close + 1) !== COLON) return undefined;
    const colon = line.indexOf(':', close + 2);
    const isRange = colon > 0 && colon < arrow;
    const from = numberIn(line, close + 2, isRange ? colon : arrow);
    const to = isRange ? numberIn(line, colon + 1, arrow) : from;
    if (from === undefined || to === undefined) return undefined;
    original = isRange ? ordered(from, to) : { from, to, single: true };
  }
  const isArrow = line.charCodeAt(arrow + 1) === DASH && line.charCodeAt(arrow + 2) === GREATER && line.charCodeAt(arrow + 3) === SPACE;
  if (!isArrow || !isPlain(line, at, open) || !isPlain(line, open + 1, close) || !isPlain(line, arrow + 4, line.length)) return undefined;
  return { isMethod: true, text: line.slice(at, close + 1), minified, original, residualName: line.slice(arrow + 4) };
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
  const text = isMethod ? `${returnType} ${name}(${parameters.replace(/\s/g, '')})` : `${returnType} ${name}`;
  return { isMethod, text, minified, original, residualName };
}

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

function numberIn(line: string, begin: number, end: number): number | undefined {
  if (end <= begin || end - begin > MAX_DIGITS) return undefined;
  let value = 0;
  for (let at = begin; at < end; at++) {
    const code = line.charCodeAt(at);
    if (!isDigit(code)) return undefined;
    value = value * 10 + code - ZERO;
  }
  return value;
}

/** No blanks but one, and nothing that has a meaning of its own. */
function isPlain(line: string, begin: number, end: number): boolean {
  if (begin === end && line.charCodeAt(end) !== CLOSE) return false;
  for (let at = begin; at < end; at++) {
    const code = line.charCodeAt(at);
    if (code < SPACE || code > 0x7e || code === COLON || code === OPEN || code === CLOSE) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
