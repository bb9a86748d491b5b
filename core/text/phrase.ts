import { withoutToken } from '../errors.ts';

/** An English text as its template and values, so that a surface can show it in another language. Cloneable. */
export interface Phrase {
  /** With `{0}`, `{1}`, … in the places of values: the translations' key. */
  readonly template: string;
  readonly values: readonly (string | Phrase)[];
  /** Without the point at its end, since it is a part of a sentence. */
  readonly isClause?: true;
}

/** Texts with values that are remembered: those of the errors and rows that are shown, many times over. */
const MOST = 1000;
/** UTF-16 units; a longer text stays English. */
const LONGEST = 8000;

/** Templates of the sources without values. */
const fixed = new Map<string, Phrase>();
/** The least recently composed is first. */
const composed = new Map<string, Phrase>();

/**
 * Tags an English text that VS Code may show: the text stays a string, in logs and on the command line, and its translation is found by it.
 * Values that are phrases are translated, too.
 */
export function phrase(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const template = parts.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('');
  return rememberPhrase({ template, values: values.map((value) => partOf(String(value))) });
}

/** Texts with a separator between, each translated by itself. */
export function joinedPhrase(texts: readonly string[], separator: string): string {
  const [only, ...more] = texts;
  if (only !== undefined && more.length === 0) return only;
  const template = texts.map((_, at) => `{${at}}`).join(separator);
  return rememberPhrase({ template, values: texts.map(partOf) });
}

/** A sentence as a part of another one: without its point, in any language. */
export function clauseOf(sentence: string): string {
  const known = phraseOf(sentence);
  return known === undefined ? withoutPoint(sentence) : rememberPhrase({ ...known, isClause: true });
}

export function withoutPoint(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
}

/** @returns its English text, whose phrase is known from now on */
export function rememberPhrase(of: Phrase): string {
  const text = englishOf(of);
  if (of.values.length === 0) fixed.set(text, of);
  else if (text.length <= LONGEST) {
    composed.delete(text);
    composed.set(text, of);
    const [oldest] = composed.keys();
    if (composed.size > MOST && oldest !== undefined) composed.delete(oldest);
  }
  return text;
}

/** Undefined for texts that are not tagged. */
export function phraseOf(text: string): Phrase | undefined {
  return fixed.get(text) ?? composed.get(text);
}

function partOf(text: string): string | Phrase {
  return phraseOf(text) ?? withoutToken(text);
}

function englishOf({ template, values, isClause }: Phrase): string {
  const text = template.replace(/\{(\d+)\}/g, (place, number: string) => {
    const value = values[Number(number)];
    return value === undefined ? place : typeof value === 'string' ? value : englishOf(value);
  });
  return isClause === true ? withoutPoint(text) : text;
}
