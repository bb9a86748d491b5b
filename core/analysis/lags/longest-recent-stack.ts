import { numberAt, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Lag } from './lag.ts';
import { RECENT, recentStacks, repeatCount } from './recent-stacks.ts';

/** The stack that took longest at the end of a lag, as Matrix for iOS tells it; here for every system. */
export interface LongestRecentStack {
  /** Its frames, the innermost first. */
  readonly frames: readonly RecentFrame[];
  /** Looks in a row up to this one that met the same innermost frame. */
  readonly inARow: number;
  /** Looks that met any stack at all, at least one. */
  readonly samples: number;
  /** The time that was looked at: the lag's last second, or all of a shorter one. */
  readonly overUs: number;
}

export interface RecentFrame {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** How often it stands in all of the stacks together: more often than there were looks where it called itself. */
  readonly repeats: number;
}

/** Deeper stacks are cut (Matrix keeps so many frames of each). */
const MOST_FRAMES = 100;

/** Undefined where nobody looked, and for a load of the whole app, which is no one thread's. */
export function longestRecentStack(model: SessionModel, lag: Lag): LongestRecentStack | undefined {
  const thread = model.threads[lag.thread];
  if (thread === undefined || lag.band === 'load') return undefined;
  const durationUs = lag.endUs - lag.beginUs;
  const count = Math.max(1, Math.min(RECENT.stacks, Math.floor(durationUs / RECENT.intervalUs)));
  const recent = recentStacks(model, thread, lag.endUs, { ...RECENT, stacks: count });
  // -1 when nobody looked.
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
