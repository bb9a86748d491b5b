/** Measures of lags, then of frames, then of the process. */
export const measures = ['p50', 'p95', 'count', 'time', 'jank', 'memory'] as const;

export type Measure = (typeof measures)[number];

/** The unit of each measure: microseconds, lags or microseconds per observed minute, a share from 0 to 1, bytes. */
export type RuleLimit =
  | { readonly kind: 'most'; readonly value: number }
  /** Above the baseline, as a share of its value. */
  | { readonly kind: 'more'; readonly share: number };

export interface BudgetRule {
  /** Name as the user named it; '' if unnamed. */
  readonly name: string;
  readonly measure: Measure;
  readonly limit: RuleLimit;
  /** Shorter lags do not count. */
  readonly overUs: number;
  /** A group's key or function, with or without its package. */
  readonly group: string | undefined;
  /** Name for `isOnScreenNamed`. */
  readonly screen: string | undefined;
}

export interface Budget {
  /** Prefixes of the app's packages; by default those of the session's app. */
  readonly packages: readonly string[] | undefined;
  /** Less observed time in all captures together is not judged. */
  readonly leastUs: number;
  /** The meaning of results that chance may have caused. */
  readonly withinNoise: 'held' | 'undecided';
  readonly rules: readonly BudgetRule[];
}

/** Threshold that finds the lags of all rules. */
export function budgetThresholdUs({ rules }: Budget): number {
  return Math.min(...rules.map(({ overUs }) => overUs));
}

export function isAboutLags({ measure }: BudgetRule): boolean {
  return measure !== 'jank' && measure !== 'memory';
}
