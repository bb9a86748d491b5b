import type { Lag } from '../lag.ts';

const WAITS = '|waits ';

/** The key of the same wait with an unknown object; undefined for a key without a wait. */
export function unknownWaitKey(key: string): string | undefined {
  const at = key.lastIndexOf(WAITS);
  return at < 0 ? undefined : key.slice(0, at + WAITS.length);
}

/** The agent reports no class for a lock that a thread awaited before the capture began. */
export function areLocks(lags: readonly Lag[]): boolean {
  return lags.length > 0 && lags.every(({ waitsOn }) => waitsOn?.isLock === true);
}

/**
 * The only other key of the same function and kind that waits, as a lag without a class tells no two locks apart.
 * @param key may itself have the unknown object, which then matches any
 */
export function onlyMatch(key: string, keys: Iterable<string>): string | undefined {
  const unknown = unknownWaitKey(key);
  if (unknown === undefined) return undefined;
  let match: string | undefined;
  for (const each of keys) {
    if (each === key || unknownWaitKey(each) !== unknown || (key !== unknown && each !== unknown)) continue;
    if (match !== undefined) return undefined;
    match = each;
  }
  return match;
}
