import { heatStep } from './heat-step.ts';
import type { ShownLine } from './shown-heat.ts';

/** Coolest step of a hot line: 50 ms of a lag. */
const LEAST_STEP = 2;

/**
 * Lines from 0 worth a visit, in order; all lines with a bar if none is hot.
 * @param workUs see `heatStep`
 */
export function hotLines(lines: readonly ShownLine[], workUs: number | undefined): readonly number[] {
  const hot = lines.filter((line) => heatStep(line, workUs) >= LEAST_STEP);
  return (hot.length === 0 ? lines : hot).map(({ line }) => line).sort((a, b) => a - b);
}

/** The hot line behind or before a line; around the end, as from problem to problem. Undefined without hot lines. */
export function hotLineFrom(lines: readonly number[], line: number, direction: 'next' | 'previous'): number | undefined {
  return direction === 'next' ? (lines.find((each) => each > line) ?? lines[0]) : (lines.findLast((each) => each < line) ?? lines.at(-1));
}
