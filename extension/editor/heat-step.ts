import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';

/** From 1, hardly warm, to the hottest. */
export const HEAT_STEPS = 5;

/** From which time in one lag on a line is of a step; what was in none is of the first. A lag begins at 100 ms, a long hang at 1 s. */
const STEPS_US = [0, 50_000, 100_000, 250_000, 1_000_000] as const;
/** The same as shares of all work, for programs in which there are no lags. */
const STEP_SHARES = [0, 0.01, 0.03, 0.1, 0.3] as const;

/**
 * How hot a line is: by what it made of the worst lag that it took part in.
 * @param workUs all work, when the session has no lags at all; undefined when it has
 */
export function heatStep({ worstUs, totalUs }: Pick<Cost, 'worstUs' | 'totalUs'>, workUs: number | undefined): number {
  const of = workUs === undefined ? worstUs : totalUs / Math.max(1, workUs);
  return (workUs === undefined ? STEPS_US : STEP_SHARES).findLastIndex((least) => of >= least) + 1;
}

/** A time in few letters: `0.4 ms`, `41 ms`, `1.9 s`, `12 s`, `3 min`. */
export function shortDuration(us: number): string {
  if (us < 950 && us > 0) return `${(us / 1_000).toFixed(1)} ms`;
  if (us < 999_500) return `${Math.round(us / 1_000)} ms`;
  if (us < 9_950_000) return `${(us / 1_000_000).toFixed(1)} s`;
  return us < 119_500_000 ? `${Math.round(us / 1_000_000)} s` : `${Math.round(us / 60_000_000)} min`;
}
