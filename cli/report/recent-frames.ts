import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { longestRecentStack } from '../../core/analysis/lags/longest-recent-stack.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

/** A frame of the stack that took longest of late, as Matrix for iOS reports it. */
export interface RecentFrame {
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** How often it stands in the stacks of the lag's last second. */
  readonly repeats: number;
}

/** The stack that took longest in the last second of a lag, its innermost frame first; empty when nobody looked. */
export function recentFrames(model: SessionModel, lag: Lag): readonly RecentFrame[] {
  return (longestRecentStack(model, lag)?.frames ?? []).map(({ node, repeats }) => {
    const { label, sourceFile, line } = frameOf(model, node);
    return { label, file: sourceFile, line, repeats };
  });
}
