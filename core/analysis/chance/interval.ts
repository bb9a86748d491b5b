/** Limits between which a number lies, chance apart. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** `few`: chance cannot be estimated. `noise`: it may explain the change. */
export type Verdict = 'few' | 'noise' | 'more' | 'less';

/** The one test of a change: by its interval alone. */
export function verdictOf(interval: Interval | undefined): Verdict {
  if (interval === undefined) return 'few';
  if (interval.low > 0) return 'more';
  return interval.high < 0 ? 'less' : 'noise';
}

/** Chance may explain the change, or cannot be estimated. */
export function isNoise(interval: Interval | undefined): boolean {
  const verdict = verdictOf(interval);
  return verdict === 'few' || verdict === 'noise';
}
