import { fillIn } from '../../core/fill-in.ts';
import { type PageStringKey, type PageStrings, STRINGS_ELEMENT } from '../../protocol/page-protocol.ts';

const table: Partial<PageStrings> = JSON.parse(document.getElementById(STRINGS_ELEMENT)?.textContent ?? '{}');

/** A sentence in the reader's language, `{0}`, `{1}` filled in. */
export function text(key: PageStringKey, ...values: readonly (string | number)[]): string {
  return fillIn(table[key] ?? key, values);
}
