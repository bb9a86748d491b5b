import { float64At, numberAt, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

/** Number of stacks, and their distance. */
export interface RecentOptions {
  readonly stacks: number;
  readonly intervalUs: number;
}

/** Matrix samples main every 50 ms and keeps the last second before a check. */
export const RECENT: RecentOptions = { stacks: 20, intervalUs: 50_000 };

/** A thread just before a moment, as in Matrix' ring of stacks. */
export interface RecentStacks {
  readonly stacks: readonly number[];
  /** Consecutive earlier stacks with the same innermost frame. */
  readonly repeats: readonly number[];
  /** Index of the stack with most repeats, of equals the latest; -1 if none. */
  readonly longest: number;
}

/**
 * Stacks at regular times before a moment, whatever the sampling interval: a sample holds until the next. "The most time-consuming recent
 * stack" repeats its innermost frame most.
 */
export function recentStacks(model: SessionModel, thread: Thread, atUs: number, options = RECENT): RecentStacks {
  const { stacks: count, intervalUs } = options;
  const { samples } = thread;
  const stacks = Array.from({ length: count }, (_, index) => {
    const momentUs = atUs - (count - 1 - index) * intervalUs;
    const next = firstAfter(samples.endUs, momentUs, samples.length);
    const row = next < samples.length && float64At(samples.beginUs, next) <= momentUs ? next : next - 1;
    return row < 0 ? 0 : model.shownNode(thread.run, uint32At(samples.node, row));
  });
  const repeats: number[] = [];
  let longest = -1;
  for (const [index, node] of stacks.entries()) {
    const before = index > 0 ? numberAt(stacks, index - 1) : 0;
    const isSame = index > 0 && node !== 0 && before !== 0 && isSameFrame(model, node, before);
    repeats.push(isSame ? numberAt(repeats, index - 1) + 1 : 0);
    if (node !== 0 && (longest < 0 || numberAt(repeats, index) >= numberAt(repeats, longest))) longest = index;
  }
  return { stacks, repeats, longest };
}

/** Occurrences of a frame in all stacks, counting recursion: Matrix' `repeat_count`. */
export function repeatCount(model: SessionModel, { stacks }: RecentStacks, frame: number): number {
  const { nodes } = model;
  let count = 0;
  for (const stack of stacks) {
    for (let node = stack; node !== 0; node = uint32At(nodes.parent, node)) if (isSameFrame(model, node, frame)) count++;
  }
  return count;
}

/** The same method and line, or the same address. */
function isSameFrame({ nodes }: SessionModel, a: number, b: number): boolean {
  return nodes.method[a] === nodes.method[b] && nodes.line[a] === nodes.line[b];
}
