import type { InvertedTree } from './inverted-tree.ts';
import type { ViewTree } from './view-tree.ts';
import type { WeightName } from './weights.ts';

/** Shares of two selections over the same stacks. `here` is selected, `there` the comparison. */
export interface Difference {
  /** Share of the total, 0 to 1. */
  here(row: number): number;
  there(row: number): number;
}

/** @param there of the same stacks as `here` */
export function treeDifference(here: ViewTree, there: ViewTree, weight: WeightName): Difference {
  return {
    here: (row) => shareOf(here.total[weight][row], here.total[weight][0]),
    there: (row) => shareOf(there.total[weight][row], there.total[weight][0]),
  };
}

/** The same bottom-up, from a tree built with its comparison. @param of self or total times */
export function invertedDifference(tree: InvertedTree, weight: WeightName, of: 'self' | 'total'): Difference {
  const there = of === 'self' ? tree.selfThere : tree.totalThere;
  // Columns are replaced when the tree grows.
  return {
    here: (row) => shareOf(tree[of][weight][row], tree[of][weight][0]),
    there: (row) => shareOf(there[weight][row], there[weight][0]),
  };
}

function shareOf(part: number | undefined, all: number | undefined): number {
  return all === undefined || all <= 0 ? 0 : (part ?? 0) / all;
}

/** Differences of shares from which a step of colour begins. */
const STEPS = [0.004, 0.02, 0.08] as const;

/** 1 to 3 for more here, -1 to -3 for less, 0 for equal. */
export function differenceStep(here: number, there: number): number {
  const delta = here - there;
  const step = STEPS.filter((least) => Math.abs(delta) >= least).length;
  return delta < 0 && step > 0 ? -step : step;
}
