import { printable } from './printable.ts';

/** In UTF-16 units. VS Code cuts messages at 1,000. */
export const LINE_LENGTH = 400;

/** One printable line of at most `most` UTF-16 units, cut with an ellipsis. Line breaks become blanks. */
export function oneLine(text: string, most = LINE_LENGTH): string {
  // Cut first: a text may have any length.
  return printable(shortened(text, most).replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' '));
}

/** At most `most` UTF-16 units with the ellipsis. Accented letters and emoji stay whole. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, letterBorder(text, most - 1))}…`;
}

/** UTF-16 units of the longest whole letter: a family of four with skin tones has 19. */
const LONGEST_LETTER = 32;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The last letter's begin up to `at`; a code point's for overlong letters. */
function letterBorder(text: string, at: number): number {
  const from = Math.max(0, at - LONGEST_LETTER);
  const start = letters.segment(text.slice(from, at + LONGEST_LETTER)).containing(at - from)?.index ?? 0;
  if (start > 0) return from + start;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00 ? at - 1 : at;
}
