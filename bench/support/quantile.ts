/** The value that a share of all values does not exceed (nearest rank). @throws RangeError without values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There is nothing to take a quantile of.');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
