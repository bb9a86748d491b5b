import { numberAt, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Lag } from './lag.ts';
import { RECENT, recentStacks, repeatCount } from './recent-stacks.ts';

export interface LongestRecentStack {
  /** Innermost first. */
  readonly frames: readonly RecentFrame[];
  /** Consecutive samples with this innermost frame. */
  readonly inARow: number;
  readonly samples: number;
  /** The lag's last second, or all of a shorter lag. */
  readonly overUs: number;
}

export interface RecentFrame {
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
