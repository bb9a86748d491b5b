import { numberAt } from './at.ts';

/**
 * First index with a predicate that holds for all later ones; `length` if there is none.
 * @param from lowest index
 */
export function firstIndex(length: number, holds: (index: number) => boolean, from = 0): number {
  let low = from;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** As `firstIndex`, in doubling steps: faster if the index is near `from`. */
export function firstIndexNear(length: number, holds: (index: number) => boolean, from: number): number {
  let low = from;
  let high = length;
  for (let step = 1; low + step < high; step *= 2) {
    if (holds(low + step)) high = low + step;
    else low += step;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the first value above `value`, in ascending values; `length` if none. */
export function firstAfter(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstIndex(length, (index) => numberAt(ascending, index) > value);
}

/** Index of the first value at or above `value`, in ascending values; `length` if none. */
export function firstAtLeast(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstIndex(length, (index) => numberAt(ascending, index) >= value);
}

/** Index of the last value at or below `value`, in ascending values; -1 if none. */
export function lastUpTo(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstAfter(ascending, value, length) - 1;
}

/** As `firstIndex`, over a list's items. */
export function firstMatching<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return firstIndex(items.length, (index) => {
    const item = items[index];
    return item !== undefined && holds(item);
  });
}
