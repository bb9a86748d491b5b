import type { InvertedTree } from './inverted-tree.ts';
import type { ViewTree } from './view-tree.ts';
import type { WeightName } from './weights.ts';

/**
 * Two selections over the same stacks, row by row, as shares of each: so a long one can be compared with a short one. `here` is
 * what is selected, `there` what it is compared with.
 */
export interface Difference {
  /** Share of all that weighs anything, 0 to 1. */
  here(row: number): number;
  there(row: number): number;
}

/** The difference of two trees. @param there of the same stacks as `here` */
export function treeDifference(here: ViewTree, there: ViewTree, weight: WeightName): Difference {
  return {
    here: (row) => shareOf(here.total[weight][row], here.total[weight][0]),
    there: (row) => shareOf(there.total[weight][row], there.total[weight][0]),
  };
}

/** The same from the inside out, of a tree that was made with what it is compared with. @param of the times of functions alone, or with what they call */
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

/** From this difference of shares on a function is drawn as more, or less, of it; then in two stronger steps. */
const STEPS = [0.004, 0.02, 0.08] as const;

/** How much more of it is here, from 1 to 3, or less, from -1 to -3; 0 is the same on both sides. */
export function differenceStep(here: number, there: number): number {
  const delta = here - there;
  const step = STEPS.filter((least) => Math.abs(delta) >= least).length;
  return delta < 0 && step > 0 ? -step : step;
}
