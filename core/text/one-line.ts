import { printable } from './printable.ts';
import { shortened } from './shortened.ts';

/** In UTF-16 units. VS Code cuts messages at 1,000. */
export const LINE_LENGTH = 400;

/** One printable line of at most `most` UTF-16 units, cut with an ellipsis. Line breaks become blanks. */
export function oneLine(text: string, most = LINE_LENGTH): string {
  // Cut first: a text may have any length.
  return printable(shortened(text, most).replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' '));
}
