import { LINE_LENGTH, oneLine } from './one-line.ts';

/**
 * A text as it stands in Markdown: it stays in its line and cell, and no sign of it means anything.
 * CommonMark 2.4: any ASCII punctuation may be escaped by a backslash; that ends GFM's autolinks as well.
 */
export function plainMarkdown(text: string, most = LINE_LENGTH): string {
  return oneLine(text, most)
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A text as code within a line, its fence longer than any run of backticks in it (CommonMark 6.1). */
export function codeSpan(text: string, most = LINE_LENGTH): string {
  return fenced(oneLine(text, most));
}

/** The same in a cell of a table, where a bar ends the cell within code, too, unless an odd number of backslashes stands before it (GFM 4.10). */
export function codeCell(text: string, most = LINE_LENGTH): string {
  const line = oneLine(text, most).replaceAll(/\\(?=\|)/g, '\\ ');
  return fenced(line).replaceAll('|', '\\|');
}

function fenced(line: string): string {
  // Blanks alone are no code, and an empty span is two backticks that open another one.
  if (line.trim() === '') return '` `';
  const fence = fenceAround(line);
  // A backtick must not touch the fence; one blank at both ends is taken off again.
  const blank = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${blank}${line}${blank}${fence}`;
}

function fenceAround(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
