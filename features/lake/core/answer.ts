import { asciiJson } from '../../../core/text/terminal-text.ts';

/** Rows of a query; 64-bit numbers are texts. */
export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The engine gives 64-bit numbers as texts. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}$/.test(value));
}

/** Undefined for anything but a finite number. */
export function numberOf(value: unknown): number | undefined {
  const number = isNumeric(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Outside text, of any length. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : asciiJson(value);
}

/** Values of one row by column. */
export function cellOf({ columns }: Answer, row: readonly unknown[], column: string): unknown {
  const at = columns.indexOf(column);
  return at < 0 ? undefined : row[at];
}
