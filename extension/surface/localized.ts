import { type Phrase, phraseOf, withoutPoint } from '../../core/text/phrase.ts';
import { shippedText } from './shipped-text.ts';

/** A text of core or host in VS Code's display language; any other text as it is. */
export function localized(text: string): string {
  const known = phraseOf(text);
  return known === undefined ? text : inLanguage(known);
}

function inLanguage({ template, values, isClause }: Phrase): string {
  const text = shippedText(template, ...values.map((value) => (typeof value === 'string' ? value : inLanguage(value))));
  return isClause === true ? withoutPoint(text) : text;
}
