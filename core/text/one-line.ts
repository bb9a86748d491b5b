import { printable } from './printable.ts';
import { shortened } from './shortened.ts';

/** Longest line, in UTF-16 units. VS Code itself cuts a message at 1,000. */
export const LINE_LENGTH = 400;

/** Text as one printable line of at most `most` UTF-16 units, with an ellipsis where it was longer. Breaks of lines become blanks. */
export function oneLine(text: string, most = LINE_LENGTH): string {
  // Cut first: a text may be of any length.
  return printable(shortened(text, most).replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' '));
}
