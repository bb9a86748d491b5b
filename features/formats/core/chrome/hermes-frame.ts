import { importLimits } from '../import/import-limits.ts';

/** A frame's text in parts. */
export interface HermesFrame {
  readonly name: string;
  /** '' if the text names none. */
  readonly url: string;
  /** From 1; 0 if unknown. */
  readonly line: number;
  readonly column: number;
  /** The column counts bytes of bytecode, from 0. */
  readonly isAddress: boolean;
}

/** Before a bundle without debug information: its column is a place in the bytecode. */
const ADDRESS = 'address at ';
const MOST_DIGITS = 9;

/** `render(/app/index.bundle:12:5)`, `anonymous (address at index.android.bundle:1:40)` -> name and place. Others are names. */
export function hermesFrame(text: string): HermesFrame {
  const cut = text.slice(0, importLimits.letters);
  const plain = { name: text, url: '', line: 0, column: 0, isAddress: false };
  const open = cut.indexOf('(');
  if (open < 0 || !cut.endsWith(')')) return plain;
  const inside = cut.slice(open + 1, -1);
  const isAddress = inside.startsWith(ADDRESS);
  const last = numberAtEnd(isAddress ? inside.slice(ADDRESS.length) : inside);
  if (last === undefined) return plain;
  const name = cut.slice(0, open).trim();
  const first = numberAtEnd(last.before);
  if (first !== undefined) return { name, url: first.before, line: first.number, column: last.number, isAddress };
  return isAddress ? { name, url: last.before, line: last.number, column: 0, isAddress: false } : plain;
}

/** The number behind the last colon. */
function numberAtEnd(text: string): { readonly before: string; readonly number: number } | undefined {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  if (colon <= 0 || digits.length > MOST_DIGITS || !/^\d+$/.test(digits)) return undefined;
  return { before: text.slice(0, colon), number: Number(digits) };
}
