import { numberAt } from '../../core/columns/at.ts';
import { lastUpTo } from '../../core/columns/sorted.ts';
import { simpleMethod } from './method-name.ts';

/** What counts in Java and Kotlin for telling blocks apart: comments, literals, and what opens, closes or ends something. */
const TOKEN = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[{};]/g;

/**
 * True unless a line is surely not in the source of a method: neither the blocks around the line nor the statement it is part of
 * name the method. By that a source that was changed after the build is recognised, without knowing the build's own text.
 *
 * @param line from 1, 0 unknown
 * @param method as the class file names it; of constructors, lambdas and the like nothing stands in the source, so they are
 *   in every line
 */
export function mayBeInMethod(source: string, line: number, method: string): boolean {
  const name = simpleMethod(method);
  if (name === '' || line === 0) return true;
  const from = startOfLine(source, line);
  if (from === undefined) return false;
  const lineText = source.slice(from, endOfLine(source, from));
  // Bridges and what the compiler adds to data classes have the line of their class.
  if (/\b(?:class|interface|object|enum|record)\b/.test(lineText)) return true;
  const named = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'u');
  return textsAround(source, from, from + lineText.length).some((text) => named.test(text));
}

/** Letters before a block's brace in which its name is searched, and blocks around a place: nobody writes more. */
const MOST_HEADER = 8_192;
const MOST_DEPTH = 64;

/** A place in a method, as it was recorded. */
export interface MethodLine {
  /** From 1. */
  readonly line: number;
  /** As the class file names it. */
  readonly method: string;
}

/**
 * The line, from 1, at which the method of each place is declared: the innermost block around it that names the method begins there.
 * Where none does, the place's own line.
 */
export function declarationLines(source: string, places: readonly MethodLine[]): readonly number[] {
  const found = places.map(({ line }) => line);
  const order = places.map((_, index) => index).sort((a, b) => (places[a]?.line ?? 0) - (places[b]?.line ?? 0));
  const blocks: { readonly header: string; readonly from: number }[] = [];
  const lineOf = lineCounter(source);
  let next = 0;
  let statement = 0;
  const pass = (untilLine: number): void => {
    for (; next < order.length; next++) {
      const place = places[numberAt(order, next)];
      if (place === undefined || place.line > untilLine) return;
      const name = declaredName(place.method);
      const named = new RegExp(`(?<![\\w$.])${name}(?![\\w$])\\s*[(<]`, 'u');
      const block = name === '' ? undefined : blocks.slice(-MOST_DEPTH).findLast(({ header }) => named.test(header));
      const at = block === undefined ? -1 : block.header.search(named);
      if (block !== undefined) found[numberAt(order, next)] = lineOf(block.from + at);
    }
  };
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (!'{};'.includes(token)) continue;
    // A place in the line of a brace is inside of the block that opens there, and still inside of the one that ends there.
    const line = lineOf(index);
    pass(line - 1);
    if (next === order.length) break;
    if (token === '{') {
      const from = Math.max(statement, index - MOST_HEADER);
      blocks.push({ header: withoutComments(source.slice(from, index)), from });
    }
    if (token === '}') {
      pass(line);
      blocks.pop();
    }
    statement = index + 1;
  }
  pass(Number.POSITIVE_INFINITY);
  return found;
}

/** How a method is named where it is declared, '' when it is not: a lambda's place is its own. */
function declaredName(method: string): string {
  if (/^(?:lambda\$|invoke(?:Suspend)?$)/.test(method)) return '';
  return simpleMethod(method) || (/^[\p{L}_][\p{L}\p{N}_]*$/u.exec(method)?.[0] ?? '');
}

/** The same text with blanks in place of its comments. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
}

/** Gives the line, from 1, of an offset. */
function lineCounter(source: string): (offset: number) => number {
  const begins = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) begins.push(at + 1);
  return (offset) => lastUpTo(begins, offset) + 1;
}

/**
 * The texts before the open brace of each block around the line, and the statement in which the line is. They do not overlap: a block
 * that opens in the line itself is part of that statement.
 */
export function textsAround(source: string, from: number, to: number): readonly string[] {
  const headers: string[] = [];
  let statement = 0;
  let end: number | undefined;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (!'{};'.includes(token)) continue;
    if (index >= to) {
      end ??= index;
      break;
    }
    if (token === '{' && index < from) headers.push(source.slice(statement, index));
    if (token === '}' && index < from) headers.pop();
    if (index < from) statement = index + 1;
    // The last line of a block still belongs to it; what comes behind the line is another statement.
    else if (token !== '{') end = to;
  }
  return [...headers, source.slice(statement, end)];
}

/** Offset of the line's first character; undefined behind the end of the source. */
function startOfLine(source: string, line: number): number | undefined {
  let from = 0;
  for (let count = 1; count < line; count++) {
    from = source.indexOf('\n', from) + 1;
    if (from === 0) return undefined;
  }
  return from;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}
