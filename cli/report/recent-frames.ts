import { frameOf } from '../../core/analysis/frame.ts';
import type { Lag } from '../../core/analysis/lag.ts';
import { RECENT, recentStacks, repeatCount } from '../../core/analysis/recent-stacks.ts';
import type { SessionModel } from '../../core/session/model.ts';

/** A frame of the stack that took longest of late, as Matrix for iOS reports it. */
export interface RecentFrame {
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** How often it stands in the stacks of the lag's last second. */
  readonly repeats: number;
}

/** Deeper stacks are cut (Matrix keeps so many frames of each). */
const MOST_FRAMES = 100;

/** The stack that took longest in the last second of a lag of iOS, its innermost frame first; empty when nobody looked. */
export function recentFrames(model: SessionModel, { thread: index, beginUs, endUs }: Lag): readonly RecentFrame[] {
  const thread = model.threads[index];
  if (thread === undefined) return [];
  const stacks = Math.max(1, Math.min(RECENT.stacks, Math.floor((endUs - beginUs) / RECENT.intervalUs)));
  const recent = recentStacks(model, thread, endUs, { ...RECENT, stacks });
  const frames: RecentFrame[] = [];
  for (let node = recent.stacks[recent.longest] ?? 0; node !== 0 && frames.length < MOST_FRAMES; node = model.nodes.parent[node] ?? 0) {
    const { label, sourceFile, line } = frameOf(model, node);
    frames.push({ label, file: sourceFile, line, repeats: repeatCount(model, recent, node) });
  }
  return frames;
}
