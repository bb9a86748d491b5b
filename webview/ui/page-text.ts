import { fillIn } from '../../core/fill-in.ts';
import { type PageStringKey, type PageStrings, STRINGS_ELEMENT } from '../../protocol/page-protocol.ts';

let strings: Partial<PageStrings> | undefined;

/** A sentence in the user's language, with `{0}`, `{1}` filled in. */
export function text(key: PageStringKey, ...values: readonly (string | number)[]): string {
  return fillIn(template(key), values);
}

/** The same with `{0}`, `{1}`. */
export function template(key: PageStringKey): string {
  // Read at first use: tests load modules without a document.
  strings ??= readStrings();
  return strings[key] ?? key;
}

function readStrings(): Partial<PageStrings> {
  return JSON.parse(document.getElementById(STRINGS_ELEMENT)?.textContent ?? '{}');
}
