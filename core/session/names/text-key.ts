/**
 * V8 hashes texts over 16,383 letters by length alone (String::kMaxHashCalcLength in src/objects/string.h), so a Map of such keys becomes a
 * list.
 */
export const MOST_KEY_LETTERS = 4_096;

/**
 * A Map's key: long texts become length, beginning and 96 bits of hash. Texts made to collide count as one, so only names may depend on it.
 */
export function textKey(text: string): string {
  if (text.length <= MOST_KEY_LETTERS) return text;
  return `${text.slice(0, 64)}\n${text.length}\n${hash(text)}`;
}

export function textHash(key: string): number {
  let mixed = key.length;
  for (let at = 0; at < key.length; at++) mixed = Math.imul(mixed ^ key.charCodeAt(at), 0x85ebca6b) ^ (mixed >>> 15);
  return mixed ^ (mixed >>> 16);
}

/** Three lanes of 32 bits, each with another constant of MurmurHash3 (its finalizer fmix32 and c1). */
function hash(text: string): string {
  let [one, two, three] = [0x9747b28c, 0x3c6ef372, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    one = Math.imul(one ^ letter, 0x85ebca6b);
    one ^= one >>> 15;
    two = Math.imul(two ^ letter, 0xc2b2ae35);
    two ^= two >>> 13;
    three = Math.imul(three ^ letter, 0xcc9e2d51);
    three ^= three >>> 17;
  }
  return `${one} ${two} ${three}`;
}
