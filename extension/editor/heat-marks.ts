import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import { HEAT_STEPS, heatStep } from './heat-step.ts';
import type { ShownLine } from './shown-heat.ts';

export interface HeatMark {
  /** Current line from 0. */
  readonly line: number;
  /** Text of a visible line; VS Code creates a style per text. */
  readonly near: Cost | undefined;
}

/** Visible lines from 0, and the total. */
export interface SeenLines {
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
