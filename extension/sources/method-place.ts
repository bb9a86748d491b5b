import { numberAt } from '../../core/columns/at.ts';
import { lastUpTo } from '../../core/columns/sorted.ts';

/** Java and Kotlin tokens that separate blocks: comments, literals, brackets, terminators. */
const TOKEN = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[{};]/g;

/**
 * False if a line is certainly not in a method, as neither its blocks nor its statement name it. This reveals changed
 * sources.
 * @param line from 1, 0 unknown
 * @param method of the class file; constructors and lambdas match every line
 */
export function mayBeInMethod(source: string, line: number, method: string): boolean {
  const name = simpleMethod(method);
  if (name === '' || line === 0) return true;
  const from = startOfLine(source, line);
  if (from === undefined) return false;
  const lineText = source.slice(from, endOfLine(source, from));
  // Bridges and generated members of data classes have their class's line.
  if (/\b(?:class|interface|object|enum|record)\b/.test(lineText)) return true;
  const named = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'u');
  return textsAround(source, from, from + lineText.length).some((text) => named.test(text));
}

/** Limits of letters before a brace and of nested blocks, above what people write. */
const MOST_HEADER = 8_192;
const MOST_DEPTH = 64;

/** A recorded place in a method. */
interface MethodLine {
  /** From 1. */
  readonly line: number;
  /** Method as the class file names it. */
  readonly method: string;
}

/** Line from 1 of each place's method: the begin of the innermost block that names it, else its own line. */
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
    // A brace's line counts as inside the block that it opens or closes.
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

/** Before a declared name stand types and modifiers alone. */
const DECLARING = /^[\p{L}\p{N}_$<>[\],.?&\s]+$/u;
const STATEMENT = /\b(?:new|return|else|throw|case|do|yield|assert|await)\b/;
const ANNOTATION = /@[\w.]{1,200}(?:\([^()\n]{0,1000}\))?/g;

/**
 * Line from 1 of each method's declaration in a source that is not the built one, undefined if it has none. Of overloads it is the one nearest
 * to the recorded line.
 */
export function declaredLines(source: string, places: readonly MethodLine[]): readonly (number | undefined)[] {
  const lineOf = lineCounter(source);
  const headers = [...blockHeaders(source)];
  return places.map(({ line: near, method }) => {
    const name = simpleMethod(method) || declaredName(method);
    if (name === '') return undefined;
    const named = new RegExp(`(?<![\\w$.])${name}\\s*[(<]`, 'u');
    const found = [...source.matchAll(kotlinFunction(name))].map(({ index }) => lineOf(index));
    for (const { text, from } of headers) {
      const at = text.includes(name) ? text.search(named) : -1;
      if (at >= 0 && declares(text.slice(0, at))) found.push(lineOf(from + at));
    }
    return found.sort((one, other) => Math.abs(one - near) - Math.abs(other - near))[0];
  });
}

/** The text before each open brace, since the statement before. */
function* blockHeaders(source: string): Generator<{ readonly text: string; readonly from: number }> {
  let statement = 0;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (!'{};'.includes(token)) continue;
    const from = Math.max(statement, index - MOST_HEADER);
    if (token === '{') yield { text: withoutComments(source.slice(from, index)), from };
    statement = index + 1;
  }
}

function declares(before: string): boolean {
  const text = before.replace(ANNOTATION, ' ');
  return text.trim() !== '' && /\s$/.test(text) && DECLARING.test(text) && !STATEMENT.test(text);
}

/** The method's declared name, '' for lambdas. */
function declaredName(method: string): string {
  if (/^(?:lambda\$|invoke(?:Suspend)?$)/.test(method)) return '';
  return simpleMethod(method) || (/^[\p{L}_][\p{L}\p{N}_]*$/u.exec(method)?.[0] ?? '');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
}

/** Line of an offset, from 1. */
function lineCounter(source: string): (offset: number) => number {
  const begins = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) begins.push(at + 1);
  return (offset) => lastUpTo(begins, offset) + 1;
}

/** The texts before each open brace around the line, and its statement, without overlap. */
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
    // A block includes its last line; later text on the line is another statement.
    else if (token !== '{') end = to;
  }
  return [...headers, source.slice(statement, end)];
}

/** Offset of the line's begin; undefined after the end. */
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

/**
 * The method's name in its source. '' for constructors, lambdas (`lambda$total$0`, `invokeSuspend`), accessors
 * (`access$getTotal`), properties; suffixes as in `total-3a7x`, `total$default` are cut.
 */
export function simpleMethod(name: string): string {
  if (name.startsWith('<') || /^(?:invoke(?:Suspend)?|get[A-Z]\w*|set[A-Z]\w*|is[A-Z]\w*)$/.test(name)) return '';
  // D8 adds the class: `lambda$total$0$com-example-Cart`.
  const lambda = /^lambda\$(\w+?)\$\d+(?:\$|$)/.exec(name)?.[1];
  if (lambda !== undefined) return ['new', 'static'].includes(lambda) ? '' : lambda;
  return /^[\p{L}_][\p{L}\p{N}_]*/u.exec(name.replace(/^access\$(?:get|set)?/, ''))?.[0] ?? '';
}

/** Offset in UTF-16 units of a Kotlin function's declaration, 0 if missing. `method` comes from `simpleMethod`. */
export function declarationOffset(source: string, method: string): number {
  if (method === '') return 0;
  return Math.max(0, source.search(kotlinFunction(method)));
}

/** Searches the name first, so that a long line is not read per word. */
function kotlinFunction(name: string): RegExp {
  return new RegExp(`\\b${name}\\b(?<=\\bfun\\s(?:[^(=\\n]{0,1000}[\\s.])?${name})`, 'gu');
}
