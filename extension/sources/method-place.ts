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

/** What stands before the open brace of each block around the line, and the statement in which the line is. */
function textsAround(source: string, from: number, to: number): readonly string[] {
  const headers: string[] = [];
  let statement = 0;
  let end: number | undefined;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (!'{};'.includes(token)) continue;
    if (index >= to) {
      end ??= index;
      break;
    }
    if (token === '{') headers.push(source.slice(statement, index));
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
