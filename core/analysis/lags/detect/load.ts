import type { TimeRange } from '../../../columns/time-range.ts';

export type LoadKind = 'cpu' | 'power' | 'memory' | 'growth';

/** A time in which an app used more than a limit. */
export interface Load extends TimeRange {
  readonly kind: LoadKind;
  readonly open: boolean;
}

/** Judges a run's counters. */
export interface LoadWatch {
  /** Ended ones, by end. */
  readonly found: readonly Load[];
  readonly open: readonly Load[];
  /** Takes in new counters. */
  advance(): void;
  /** Updates row numbers after drops. */
  takeDrops(): void;
}

/** Bound per run; a week has fewer. */
export const MOST_LOADS = 10_000;
