/**
 * V8 hashes a text of more than 16,383 letters by its length alone (String::kMaxHashCalcLength in src/objects/string.h), so a Map of such
 * keys becomes a list. Names of real programs stay far below this bound.
 */
export const MOST_KEY_LETTERS = 4_096;

/**
 * A text as a key of a Map or Set: a long one is replaced by its length, its begin and 106 bits of hash. Two long texts made to collide
 * count as one, so nothing but names may hang on it.
 */
export function textKey(text: string): string {
  if (text.length <= MOST_KEY_LETTERS) return text;
  return `${text.slice(0, 64)}\n${text.length}\n${hash53(text, 0)}\n${hash53(text, 0x9e3779b9)}`;
}

/** Two lanes of 32 bits, mixed with the constants of MurmurHash3's finalizer (fmix32), of which 53 bits are kept. */
function hash53(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    high = Math.imul(high ^ letter, 0x85ebca6b);
    low = Math.imul(low ^ letter, 0xc2b2ae35);
    high ^= high >>> 15;
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
