declare const short: unique symbol;

/** A session's text as a map key: 52 bits of hash, so no text is kept. The number serves as its own hash in a `SplitMap`. */
export type ShortKey = number & { readonly [short]: true };

/** Equal keys count as equal texts, so only names may depend on them. A million texts collide with a chance of 1 in 9,000. */
export function shortKey(text: string): ShortKey {
  let [one, two] = [0x9747b28c, 0x3c6ef372];
  // Constants and finalizer (fmix32) of MurmurHash3.
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    one = Math.imul(one ^ letter, 0x85ebca6b);
    one ^= one >>> 15;
    two = Math.imul(two ^ letter, 0xc2b2ae35);
    two ^= two >>> 13;
  }
  return ((one >>> 6) * 2 ** 26 + (two >>> 6)) as ShortKey;
}

export function keyHash(key: ShortKey): number {
  return key;
}
