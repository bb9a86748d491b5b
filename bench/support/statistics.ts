/** A value and the interval that holds it in 95 of 100 cases. */
export interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

const resamples = 2000;

/** Bootstrap (percentile method, 2,000 resamples from a fixed seed) of a statistic. @throws Error without values */
export function bootstrap(values: readonly number[], statistic: (values: readonly number[]) => number): Estimate {
  if (values.length === 0) throw new Error('There is nothing to estimate from.');
  const random = generator(20_000 + values.length);
  const found: number[] = [];
  for (let i = 0; i < resamples; i++) {
    found.push(statistic(values.map(() => values[Math.floor(random() * values.length)] ?? 0)));
  }
  found.sort((a, b) => a - b);
  return {
    value: statistic(values),
    lower: found[Math.floor(resamples * 0.025)] ?? 0,
    upper: found[Math.ceil(resamples * 0.975) - 1] ?? 0,
    count: values.length,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Mean of the middle 60 %: as robust against stalls as a median, and less coarse. */
export function trimmedMean(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length * 0.2);
  const middle = sorted.slice(cut, sorted.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** xorshift32: the same measurement gives the same interval. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
