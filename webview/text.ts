import { type PageStringKey, type PageStrings, STRINGS_ELEMENT } from '../extension/page-protocol.ts';

const table: Partial<PageStrings> = JSON.parse(document.getElementById(STRINGS_ELEMENT)?.textContent ?? '{}');

/** A sentence in the reader's language, `{0}`, `{1}` filled in. */
export function text(key: PageStringKey, ...values: readonly (string | number)[]): string {
  return (table[key] ?? key).replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
}
