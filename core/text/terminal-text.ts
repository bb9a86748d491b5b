import { printable, printableLines } from './printable.ts';

/** Lines for a terminal: of all control characters only breaks of lines and tabs are left, so that nothing steers it. */
export function terminalText(text: string): string {
  return printableLines(text);
}

/** One line for a terminal: a break in a name makes no line of its own. */
export function terminalLine(line: string): string {
  return printable(line);
}
