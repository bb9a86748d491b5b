import { printableLines } from './printable.ts';
import { shortened } from './shortened.ts';

/** Longest entry of a log, in UTF-16 units: what a tool printed before it failed stands there in full. */
const ENTRY_LENGTH = 100_000;

/** An entry of a log: its further lines are indented, so that none of them passes for an entry. */
export function logText(text: string): string {
  return printableLines(shortened(text, ENTRY_LENGTH)).replaceAll('\n', '\n    ');
}
