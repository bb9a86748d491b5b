import { shortened } from './one-line.ts';
import { printableLines } from './printable.ts';

/** Longest log entry, in UTF-16 units; a failed tool's output is kept whole. */
const ENTRY_LENGTH = 100_000;

/** Further lines are indented, so that none looks like an entry. */
export function logText(text: string): string {
  return printableLines(shortened(text, ENTRY_LENGTH)).replaceAll('\n', '\n    ');
}
