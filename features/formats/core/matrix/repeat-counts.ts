import type { WeightedStack } from '../field/field-report.ts';

/** Matrix's history: a second, each 50 ms. */
const RING_STACKS = 20;

/** A stack up to a frame, and the frame's `repeat_count`. */
export interface CountedStack {
  readonly stack: number;
  readonly count: number;
}

/**
 * Matrix keeps one stack of its history, and how often each address was in all stacks. Outer frames without an inner one get their
 * difference. Recursive frames count several times a stack, so a frame never gets more than its caller.
 * @param frames outermost first
 */
export function repeatedStacks(frames: readonly CountedStack[]): readonly WeightedStack[] {
  const found: WeightedStack[] = [];
  let last: WeightedStack | undefined;
  for (const { stack, count } of frames) {
    const weight = Math.max(0, last === undefined ? count : Math.min(last.weight, count));
    if (last !== undefined && last.weight > weight) found.push({ stack: last.stack, weight: last.weight - weight });
    last = { stack, weight };
  }
  if (last === undefined) return [];
  if (last.weight > 0) found.push(last);
  return found.length === 0 ? [{ stack: last.stack, weight: RING_STACKS }] : found;
}
