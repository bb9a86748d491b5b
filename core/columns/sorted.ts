import { numberAt } from './at.ts';

/**
 * First index of a predicate that holds for every index behind the first one; `length` when it holds for none.
 * @param from indexes before it are not asked
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

/** As `firstIndex`, in steps that double: fewer when the index is near `from`. */
export function firstIndexNear(length: number, holds: (index: number) => boolean, from: number): number {
  let low = from;
  for (let step = 1; low + step < length; step *= 2) {
    if (holds(low + step)) return firstIndex(low + step, holds, low);
    low += step;
  }
  return firstIndex(length, holds, low);
}

/** Index of the first of ascending values above one; `length` when none is. */
export function firstAfter(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstIndex(length, (index) => numberAt(ascending, index) > value);
}

/** Index of the first of ascending values that is not below one; `length` when all are. */
export function firstAtLeast(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstIndex(length, (index) => numberAt(ascending, index) >= value);
}

/** Index of the last of ascending values that is not above one; -1 when all are. */
export function lastUpTo(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstAfter(ascending, value, length) - 1;
}

/** As `firstIndex`, of a list's items. */
export function firstMatching<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return firstIndex(items.length, (index) => {
    const item = items[index];
    return item !== undefined && holds(item);
  });
}
