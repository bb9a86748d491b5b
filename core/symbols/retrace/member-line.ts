import type { LineRange, OriginalMethod } from './class-mapping.ts';

/** A range as it was written: `5:5` and `5` hold the same line, but only the second one is a call's place. */
export interface WrittenRange extends LineRange {
  readonly single: boolean;
}

/** One line below a class: a field, or lines of a method. */
export interface MemberLine {
  /** Absent for a field. */
  readonly method: OriginalMethod | undefined;
  /** The same for the same field or method. */
  readonly key: string;
  readonly minified: WrittenRange | undefined;
  readonly original: WrittenRange | undefined;
  readonly residualName: string;
}

/**
 * `  1:3:void com.example.Feed.bind(int,java.lang.String):10:12 -> a`, where the numbers and the parameters may be missing. R8 reads
 * blanks nearly everywhere; so does this. Nothing in it can match in two ways, so that it is linear.
 */
const member =
  /^\s+(?:(\d+)\s*:\s*(\d+)\s*:\s*)?([^\s:(),\d<][^\s:(),]*)\s+([^\s:(),]+)\s*(?:\(([^()]*)\)\s*)?(?::\s*(\d+)\s*(?::\s*(\d+)\s*)?)?->\s*([^\s:(),]+)$/;

/** Lines are 32 bit numbers everywhere. */
const MAX_LINE = 2 ** 31 - 1;

/** Reads a member line, without blanks at its end; undefined when it isn't one. */
export function parseMemberLine(line: string): MemberLine | undefined {
  const found = member.exec(line);
  if (found === null) return undefined;
  const [, from, to, returnType = '', name = '', parameters, originalFrom, originalTo, residualName = ''] = found;
  const minified = writtenRange(from, to);
  const original = writtenRange(originalFrom, originalTo);
  if (minified === 'invalid' || original === 'invalid') return undefined;
  if (parameters === undefined) {
    return minified === undefined ? { method: undefined, key: `${returnType} ${name}`, minified, original, residualName } : undefined;
  }
  const types = withoutBlanks(parameters);
  const key = `${returnType} ${name}(${types})`;
  return { method: { qualifiedName: name, parameters: types, returnType, key }, key, minified, original, residualName };
}

function withoutBlanks(text: string): string {
  return /\s/.test(text) ? text.replace(/\s/g, '') : text;
}

/** Old versions of R8 wrote ranges with their ends exchanged, or with 0 as the end of one line. */
function writtenRange(fromText: string | undefined, toText: string | undefined): WrittenRange | undefined | 'invalid' {
  if (fromText === undefined) return undefined;
  const from = Number(fromText);
  if (toText === undefined) return from <= MAX_LINE ? { from, to: from, single: true } : 'invalid';
  const to = Number(toText);
  if (from > MAX_LINE || to > MAX_LINE) return 'invalid';
  if (from <= to) return { from, to, single: false };
  return to === 0 ? { from, to: from, single: false } : { from: to, to: from, single: false };
}
