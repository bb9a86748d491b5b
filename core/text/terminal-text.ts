import { printable, printableLines } from './printable.ts';

/** Line breaks and tabs are the only controls. */
export function terminalText(text: string): string {
  return printableLines(text);
}

/** Line breaks are removed. */
export function terminalLine(line: string): string {
  return printable(line);
}

/**
 * As `JSON.stringify`, with controls, formats and separators as `\u` escapes: it cannot steer a terminal.
 * @param indent blanks per level
 */
export function asciiJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNPRINTED, escaped);
}

/** Line breaks are JSON's own; those in strings are escaped already. */
const UNPRINTED = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
