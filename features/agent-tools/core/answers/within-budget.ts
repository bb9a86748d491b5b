import { list, maybe, number, object, text, usually } from '../shapes/shape.ts';

export const DEFAULT_TOKENS = 1_500;

export const tokenBudget = usually(
  number('Upper limit of the answer in tokens, counted as bytes / 4. What is left out is named with the call that brings it.', 300, 20_000),
  DEFAULT_TOKENS,
);

export const leftOut = maybe(
  list(
    'Parts that did not fit, and the call that brings them.',
    object('', { what: text('Name of the list.'), count: number('Items left out.'), next: text('The call that brings them.') }),
  ),
);

/** A list of an answer that may be cut. */
export interface Cuttable {
  readonly key: string;
  /** Items that survive every budget. */
  readonly least: number;
  /** Which end goes first; the last items by default. */
  readonly from?: 'start';
  /** The call that brings the rest. */
  readonly next: string;
}

/** Tokens of an answer, as a client may give both forms to its model. */
export function tokensOf(answer: object, words: string): number {
  return Math.ceil((byteLength(JSON.stringify(answer)) + byteLength(words)) / 4);
}

/**
 * Cuts lists until the answer fits: the first named list goes first. Facts outside of lists, and the least items of each, always stay.
 * @param wordsOf the short text of an answer
 */
export function withinBudget<Answer extends object>(
  answer: Answer,
  cuttable: readonly Cuttable[],
  tokens: number,
  wordsOf: (answer: Answer) => string,
): Answer {
  let best = answer;
  const kept = new Map(cuttable.map(({ key }) => [key, lengthOf(answer, key)]));
  const cutTo = (): Answer => shortened(answer, cuttable, kept);
  const fits = (one: Answer): boolean => tokensOf(one, wordsOf(one)) <= tokens;
  if (fits(answer)) return answer;
  for (const { key, least } of cuttable) {
    let low = Math.min(least, lengthOf(answer, key));
    let high = lengthOf(answer, key);
    kept.set(key, low);
    best = cutTo();
    if (!fits(best)) continue;
    // The most items that fit.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      kept.set(key, middle);
      if (fits(cutTo())) low = middle;
      else high = middle - 1;
    }
    kept.set(key, low);
    return cutTo();
  }
  return best;
}

function shortened<Answer extends object>(answer: Answer, cuttable: readonly Cuttable[], kept: ReadonlyMap<string, number>): Answer {
  const cut = { ...answer };
  const missing: { what: string; count: number; next: string }[] = [];
  for (const { key, from, next } of cuttable) {
    const items: unknown = Reflect.get(answer, key);
    const count = kept.get(key) ?? 0;
    // A list may be cut in two steps.
    if (!Array.isArray(items) || count >= items.length || missing.some(({ what }) => what === key)) continue;
    Reflect.set(cut, key, from === 'start' ? items.slice(items.length - count) : items.slice(0, count));
    missing.push({ what: key, count: items.length - count, next });
  }
  const before: unknown = Reflect.get(answer, 'leftOut');
  if (missing.length > 0) Reflect.set(cut, 'leftOut', [...(Array.isArray(before) ? before : []), ...missing]);
  return cut;
}

function lengthOf(answer: object, key: string): number {
  const items: unknown = Reflect.get(answer, key);
  return Array.isArray(items) ? items.length : 0;
}

/** Length in UTF-8. */
function byteLength(of: string): number {
  let bytes = of.length;
  for (let at = 0; at < of.length; at++) {
    const code = of.charCodeAt(at);
    if (code > 0x7f) bytes++;
    // Two units of a pair make four bytes.
    if (code > 0x7ff && (code < 0xd800 || code > 0xdfff)) bytes++;
  }
  return bytes;
}
