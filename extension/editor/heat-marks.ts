import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import { HEAT_STEPS, heatStep } from './heat-step.ts';
import type { ShownLine } from './shown-heat.ts';

/** A line with a bar. */
export interface HeatMark {
  /** Where it is now, from 0. */
  readonly line: number;
  /** What its text tells; undefined for a line that cannot be seen: VS Code makes a style of each text. */
  readonly near: Cost | undefined;
}

/** Lines of a document, from 0: those that can be seen, and how many there are. */
export interface SeenLines {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Marks by step, the first one's at first.
 * @param workUs see `heatStep`
 */
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
