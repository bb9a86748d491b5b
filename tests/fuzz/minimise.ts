const MOST_TRIES = 3_000;

/**
 * A smaller input with the same failure: pieces are removed, large ones first, then bytes become zero.
 * @param fails true for the same defect
 */
export async function minimised(bytes: Uint8Array, fails: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let least = bytes;
  let tries = 0;
  const take = async (candidate: Uint8Array): Promise<boolean> => {
    if (tries >= MOST_TRIES) return false;
    tries++;
    if (!(await fails(candidate))) return false;
    least = candidate;
    return true;
  };
  for (let size = Math.ceil(bytes.length / 2); size >= 1 && tries < MOST_TRIES; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.length && tries < MOST_TRIES; ) {
      const without = Uint8Array.from([...least.subarray(0, at), ...least.subarray(at + size)]);
      if (!(await take(without))) at += size;
    }
  }
  for (let at = 0; at < least.length && tries < MOST_TRIES; at++) {
    if (least[at] !== 0) await take(least.map((byte, i) => (i === at ? 0 : byte)));
  }
  return least;
}
