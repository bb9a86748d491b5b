import { type Phrase, phraseOf, withoutPoint } from '../../../../core/text/phrase.ts';
import { dataText, quoted } from '../shapes/data-text.ts';

/** In UTF-16 units. */
const LONGEST_ERROR = 1_000;

/** A message for a model: our own words, with values in quotes. A message whose template is unknown is quoted as a whole. */
export function errorWords(message: string): string {
  const known = phraseOf(message);
  const words = known === undefined ? undefined : phraseWords(known);
  return words === undefined || words.length > LONGEST_ERROR ? quoted(dataText(message, LONGEST_ERROR)) : words;
}

function phraseWords({ template, values, isClause }: Phrase): string {
  // Straight quotes, which no value can end, replace those of a template.
  const text = template.replace(/“\{(\d+)\}”|\{(\d+)\}/g, (place, marked: string | undefined, bare: string | undefined) => {
    const value = values[Number(marked ?? bare)];
    if (value === undefined) return place;
    if (typeof value !== 'string') return phraseWords(value);
    return marked === undefined && /^[\d.,]*$/.test(value) ? value : quoted(dataText(value));
  });
  return isClause === true ? withoutPoint(text) : text;
}
