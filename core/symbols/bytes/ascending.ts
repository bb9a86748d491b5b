import { numberAt } from '../../columns/at.ts';
/** Index of the last of some ascending numbers that isn't above `most`; -1 when all are. */
export function lastUpTo(ascending: ArrayLike<number>, most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(ascending, middle) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index of the first of some ascending numbers that isn't below `least`; their count when all are. */
export function firstFrom(ascending: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(ascending, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
