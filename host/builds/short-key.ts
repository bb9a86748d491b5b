declare const short: unique symbol;

/**
 * A text out of a session as the key of a map: 52 bits of hash, so that nothing of the text is held, however long it is. As a number it
 * is its own hash of a `SplitMap`.
 */
export type ShortKey = number & { readonly [short]: true };

/** Two texts that have one key count as one, so nothing but names may hang on it. Of a million texts of a program that is one chance in 9,000. */
export function shortKey(text: string): ShortKey {
  let [one, two] = [0x9747b28c, 0x3c6ef372];
  // The constants are those of MurmurHash3: its finalizer, fmix32.
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    one = Math.imul(one ^ letter, 0x85ebca6b);
    one ^= one >>> 15;
    two = Math.imul(two ^ letter, 0xc2b2ae35);
    two ^= two >>> 13;
  }
  return ((one >>> 6) * 2 ** 26 + (two >>> 6)) as ShortKey;
}

/** Of a key, for a `SplitMap`. */
export function keyHash(key: ShortKey): number {
  return key;
}
