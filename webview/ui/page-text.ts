import { fillIn } from '../../core/fill-in.ts';
import { type PageStringKey, pageStrings } from '../../protocol/page-strings.ts';
import { inLanguage } from './translated.ts';

/** A sentence in the user's language, with `{0}`, `{1}` filled in. */
export function text(key: PageStringKey, ...values: readonly (string | number)[]): string {
  return fillIn(template(key), values);
}

/** The same with `{0}`, `{1}`. */
export function template(key: PageStringKey): string {
  return inLanguage(pageStrings[key]);
}
