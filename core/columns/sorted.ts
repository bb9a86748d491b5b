/**
 * First index from which a predicate always holds, or `length`.
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

/** Like `firstIndex`, in doubling steps: faster near `from`. */
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

/**
 * First index of a value above `value`, or `length`. Without a closure, as detectors search for each lag.
 * @throws RangeError when the column is shorter than `length`
 */
export function firstAfter(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  checkLength(ascending, length);
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Raw: `middle` is below the checked length.
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** First index of a value at or above `value`, or `length`; throws as `firstAfter`. */
export function firstAtLeast(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  checkLength(ascending, length);
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Raw, as in `firstAfter`.
    if ((ascending[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Last index of a value at or below `value`, or -1. */
export function lastUpTo(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
  return firstAfter(ascending, value, length) - 1;
}

/** Like `firstIndex`, over a list's items. */
export function firstMatching<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return firstIndex(items.length, (index) => {
    const item = items[index];
    return item !== undefined && holds(item);
  });
}

function checkLength(ascending: ArrayLike<number>, length: number): void {
  if (length > ascending.length) throw new RangeError(`${length} rows of a column of ${ascending.length} rows.`);
}
