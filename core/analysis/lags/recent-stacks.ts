import { numberAt, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { Lag } from './lag.ts';

interface LongestRecentStack {
  /** Innermost first. */
  readonly frames: readonly RecentFrame[];
  /** Consecutive samples with this innermost frame. */
  readonly inARow: number;
  readonly samples: number;
  /** The lag's last second, or all of a shorter lag. */
  readonly overUs: number;
}

interface RecentFrame {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Occurrences in all stacks; recursion counts each time. */
  readonly repeats: number;
}

/** Deeper stacks are cut (Matrix keeps as many frames). */
const MOST_FRAMES = 100;

/** Undefined without samples, and for a load of the whole app. */
export function longestRecentStack(model: SessionModel, lag: Lag): LongestRecentStack | undefined {
  const thread = model.threads[lag.thread];
  if (thread === undefined || lag.band === 'load') return undefined;
  const durationUs = lag.endUs - lag.beginUs;
  const count = Math.max(1, Math.min(RECENT.stacks, Math.floor(durationUs / RECENT.intervalUs)));
  const recent = recentStacks(model, thread, lag.endUs, { ...RECENT, stacks: count });
  // -1 without samples.
  const top = recent.stacks[recent.longest];
  if (top === undefined || top === 0) return undefined;
  const frames: RecentFrame[] = [];
  for (let node = top; node !== 0 && frames.length < MOST_FRAMES; node = uint32At(model.nodes.parent, node))
    frames.push({ node, repeats: repeatCount(model, recent, node) });
  return {
    frames,
    inARow: numberAt(recent.repeats, recent.longest) + 1,
    samples: recent.stacks.filter((node) => node !== 0).length,
    overUs: Math.min(durationUs, count * RECENT.intervalUs),
  };
}

/** Number of stacks, and their distance. */
interface RecentOptions {
  readonly stacks: number;
  readonly intervalUs: number;
}

/** Matrix samples main every 50 ms and keeps the last second before a check. */
const RECENT: RecentOptions = { stacks: 20, intervalUs: 50_000 };

/** A thread just before a moment, as in Matrix' ring of stacks. */
interface RecentStacks {
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
    const next = samples.firstEndingAfter(momentUs);
    const row = next < samples.length && samples.beginUsAt(next) <= momentUs ? next : next - 1;
    return row < 0 ? 0 : model.shownNode(thread.run, samples.nodeAt(row));
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

/** Counts recursion: Matrix' `repeat_count`. */
export function repeatCount(model: SessionModel, { stacks }: RecentStacks, frame: number): number {
  const { nodes } = model;
  let count = 0;
  for (const stack of stacks) {
    for (let node = stack; node !== 0; node = uint32At(nodes.parent, node)) if (isSameFrame(model, node, frame)) count++;
  }
  return count;
}

function isSameFrame({ nodes }: SessionModel, a: number, b: number): boolean {
  return nodes.method[a] === nodes.method[b] && nodes.line[a] === nodes.line[b];
}
