import { fillIn } from '../../core/fill-in.ts';
import { translationKey } from '../../protocol/translation-key.ts';

type Value = string | number;

/** By `translationKey`; undefined in English. */
let translations: Readonly<Record<string, string>> | undefined;
/** By their English: keys are computed once. */
const found = new Map<string, string>();

/** @param json the document's, by `translationKey`; in English there are none */
export function readTranslations(json: string | null | undefined): void {
  useTranslations(json ? JSON.parse(json) : undefined);
}

/** Undefined for English. */
export function useTranslations(texts: Readonly<Record<string, string>> | undefined): void {
  translations = texts;
  found.clear();
}

/**
 * A text in the user's language, as `vscode.l10n.t`: values replace `{0}`, `{1}`; without values they stay. The type takes literals only,
 * and entries of constant tables: `scripts/build/l10n.ts` has to find the text.
 */
export function t<const English extends string>(english: string extends English ? never : English, ...values: readonly Value[]): string {
  const sentence = inLanguage(english);
  return values.length === 0 ? sentence : fillIn(sentence, values);
}

function inLanguage(english: string): string {
  if (translations === undefined) return english;
  const known = found.get(english);
  if (known !== undefined) return known;
  const text = translations[translationKey(english)] ?? english;
  found.set(english, text);
  return text;
}
