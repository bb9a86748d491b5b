import { textKey } from '../../core/session/text-key.ts';

declare const short: unique symbol;

/** A key of a Map or Set that was made of a text out of a session, and is short however long that text is. */
export type ShortKey = string & { readonly [short]: true };

/** Two texts that were made to have one key count as one, so nothing but names may hang on it. */
export function shortKey(text: string): ShortKey {
  return textKey(text) as ShortKey;
}
