import { type MarkdownTexts, markdownTexts } from '../../text/markdown-text.ts';
import type { Cause } from '../causes/facts/cause.ts';
import type { GroupCause } from '../causes/group-cause.ts';
import { type CausePart, causeParts, partText } from './cause-text.ts';

const LONGEST = 200;

/** A name as code, for a text or for a table's cell. */
type Code = (name: string, most: number) => string;

/** The cause in English, with the session's names as code. */
export function causeMarkdown({ sentences }: Cause, { span }: MarkdownTexts = markdownTexts()): string {
  return causeParts(sentences)
    .map((part) => partMarkdown(part, span))
    .join('');
}

/**
 * The short form for a table's cell, of all judged lags or of some: ``3 of 5: waits for lock of `Repo` ``.
 * @param all number of the group's lags
 */
export function groupCauseCell({ cause, lags, judged }: GroupCause, all: number, { cell }: MarkdownTexts): string {
  const short = causeParts([cause.short])
    .map((part) => partMarkdown(part, cell))
    .join('');
  if (lags === judged) return short;
  return `${lags} of ${judged < all ? 'the latest ' : ''}${judged}: ${short}`;
}

function partMarkdown(part: CausePart, code: Code): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'frame':
      return `${code(part.label, LONGEST)}${placeMarkdown(part, code)}`;
    case 'thread':
    case 'class':
    case 'name':
    case 'setting':
      return code(partText(part), LONGEST);
    default:
      return partText(part);
  }
}

/** ` (`Cart.kt:12`)`, or nothing. */
export function placeMarkdown({ file, line }: { readonly file: string; readonly line: number }, code: Code): string {
  return file === '' ? '' : ` (${code(`${file}${line > 0 ? `:${line}` : ''}`, LONGEST)})`;
}
