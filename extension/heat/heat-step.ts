import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import type { ShownLine } from './shown-heat.ts';

/** From 1, the coolest. */
export const HEAT_STEPS = 5;

/** Least time in one lag per step. Lags begin at 100 ms, long hangs at 1 s. */
const STEPS_US = [0, 50_000, 100_000, 250_000, 1_000_000] as const;
/** The same as shares of all work, for programs without lags. */
const STEP_SHARES = [0, 0.01, 0.03, 0.1, 0.3] as const;

/**
 * Heat of a line by its time in its worst lag.
 * @param workUs all work if the session has no lags, else undefined
 */
export function heatStep({ worstUs, totalUs }: Pick<Cost, 'worstUs' | 'totalUs'>, workUs: number | undefined): number {
  const of = workUs === undefined ? worstUs : totalUs / Math.max(1, workUs);
  return (workUs === undefined ? STEPS_US : STEP_SHARES).findLastIndex((least) => of >= least) + 1;
}

interface HeatMark {
  /** Current line from 0. */
  readonly line: number;
  /** Text of a visible line; VS Code creates a style per text. */
  readonly near: Cost | undefined;
}

/** Visible lines from 0, and the total. */
interface SeenLines {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** @param workUs see `heatStep` */
export function heatMarks(
  costs: readonly ShownLine[],
  { from, to, count }: SeenLines,
  workUs: number | undefined,
): readonly (readonly HeatMark[])[] {
  const steps: HeatMark[][] = Array.from({ length: HEAT_STEPS }, () => []);
  for (const cost of costs) {
    const { line } = cost;
    if (line >= count) continue;
    steps[heatStep(cost, workUs) - 1]?.push({ line, near: line >= from && line <= to ? cost : undefined });
  }
  return steps;
}
