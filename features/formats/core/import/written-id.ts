import { field } from '../../../../core/text/json-fields.ts';
import { importLimits } from './import-limits.ts';

/** Longer texts are no numbers. */
const MOST_DIGITS = 40;

/** A number that some writers give as text. Undefined for other values. */
export function writtenNumber(value: unknown, key: string): number | undefined {
  return numberOf(field(value, key));
}

/** A list's value as a number, also one given as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && (value.length > MOST_DIGITS || value.trim() === '')) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * An id as text. Values of any type are ids of their own, but 7 and "7" are the same; '' is no id.
 * Never a number: texts, fractions and long integers would become one id.
 */
export function idText(value: unknown, key: string): string {
  const found = field(value, key);
  if (typeof found === 'number') return String(found);
  if (typeof found === 'string') return found.length <= importLimits.letters ? found : found.slice(0, importLimits.letters);
  if (found === undefined || found === null) return '';
  return (typeof found === 'boolean' ? String(found) : JSON.stringify(found)).slice(0, importLimits.letters);
}

/** The number that an id's text is; undefined for other texts, and for ids that no kernel gives. */
export function idNumber(text: string): number | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** True for an id that is a name: a text without a number's form. */
export function isNameId(text: string): boolean {
  return text.trim() !== '' && Number.isNaN(Number(text.slice(0, importLimits.letters)));
}
