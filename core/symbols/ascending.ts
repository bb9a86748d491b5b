/** Index of the last of some ascending numbers that isn't above `most`; -1 when all are. */
export function lastUpTo(ascending: ArrayLike<number>, most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
