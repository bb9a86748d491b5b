import { printable, printableLines } from './printable.ts';

export function terminalText(text: string): string {
  return printableLines(text);
}

/** One line for a terminal; line breaks are removed. */
export function terminalLine(line: string): string {
  return printable(line);
}
