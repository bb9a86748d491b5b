import { LINE_LENGTH, oneLine } from './one-line.ts';

/**
 * Text within Markdown: stays in its line and cell, without markup. A backslash may escape any ASCII punctuation (CommonMark 2.4), which
 * also ends GFM's autolinks.
 */
export function plainMarkdown(text: string, most = LINE_LENGTH): string {
  return oneLine(text, most)
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Inline code with a fence longer than any run of backticks in it (CommonMark 6.1). */
export function codeSpan(text: string, most = LINE_LENGTH): string {
  return fenced(oneLine(text, most));
}

/**
 * The same in a table cell, where a bar ends the cell even within code, unless an odd number of backslashes precedes it (GFM 4.10).
 */
export function codeCell(text: string, most = LINE_LENGTH): string {
  const line = oneLine(text, most).replaceAll(/\\(?=\|)/g, '\\ ');
  return fenced(line).replaceAll('|', '\\|');
}

/** A session's names and sentences as Markdown. */
export interface MarkdownTexts {
  readonly plain: (text: string, most?: number) => string;
  readonly span: (text: string, most?: number) => string;
  readonly cell: (text: string, most?: number) => string;
}

/** @param change takes each text before it is cut; a name, or a free sentence */
export function markdownTexts(change: (text: string, isSentence: boolean) => string = (text) => text): MarkdownTexts {
  return {
    plain: (text, most) => plainMarkdown(change(text, true), most),
    span: (text, most) => codeSpan(change(text, false), most),
    cell: (text, most) => codeCell(change(text, false), most),
  };
}

function fenced(line: string): string {
  // Blanks alone are no code, and two backticks of an empty span open another.
  if (line.trim() === '') return '` `';
  const fence = fenceAround(line);
  // Backticks must not touch the fence; one blank at both ends is stripped.
  const blank = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${blank}${line}${blank}${fence}`;
}

function fenceAround(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
