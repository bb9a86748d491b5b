import { float64At, numberAt, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { firstEndingAfter } from '../threads/message-borders.ts';

/** How many stacks, and how far apart. */
export interface RecentOptions {
  readonly stacks: number;
  readonly intervalUs: number;
}

/** Matrix looks at main every 50 ms and keeps what it saw in the second before a check. */
export const RECENT: RecentOptions = { stacks: 20, intervalUs: 50_000 };

/** What a thread did just before a moment, as Matrix' ring of stacks has it. */
export interface RecentStacks {
  /** Rows of `model.nodes` as symbols name them, the oldest first; 0 where nobody looked. */
  readonly stacks: readonly number[];
  /** How often in a row the innermost frame of each had been the same before. */
  readonly repeats: readonly number[];
  /** Index of the stack whose innermost frame had repeated most, of several the latest; -1 when there is none. */
  readonly longest: number;
}

/**
 * A thread's stacks at regular times before a moment. They are read from the samples, whatever the sampling interval was: a stack
 * lasts until the next one was seen. "The most time-consuming recent stack" is the one whose innermost frame repeated most.
 */
export function recentStacks(model: SessionModel, thread: Thread, atUs: number, options = RECENT): RecentStacks {
  const { stacks: count, intervalUs } = options;
  const { samples } = thread;
  const stacks = Array.from({ length: count }, (_, index) => {
    const momentUs = atUs - (count - 1 - index) * intervalUs;
    const next = firstEndingAfter(samples.endUs, samples.length, momentUs);
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

/** How often a frame stands in all of the stacks together, twice in one where it called itself: Matrix' `repeat_count`. */
export function repeatCount(model: SessionModel, { stacks }: RecentStacks, frame: number): number {
  const { nodes } = model;
  let count = 0;
  for (const stack of stacks) {
    for (let node = stack; node !== 0; node = uint32At(nodes.parent, node)) if (isSameFrame(model, node, frame)) count++;
  }
  return count;
}

/** The same method at the same line: the same address, where only addresses are known. */
function isSameFrame({ nodes }: SessionModel, a: number, b: number): boolean {
  return nodes.method[a] === nodes.method[b] && nodes.line[a] === nodes.line[b];
}
