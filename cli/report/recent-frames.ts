import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { longestRecentStack } from '../../core/analysis/lags/recent-stacks.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

/** A frame of the longest recent stack, as Matrix for iOS reports it. */
export interface RecentFrame {
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** Its count in the stacks of the lag's last second. */
  readonly repeats: number;
}

/** The longest stack in the last second of a lag, innermost frame first; empty without samples. */
export function recentFrames(model: SessionModel, lag: Lag): readonly RecentFrame[] {
  return (longestRecentStack(model, lag)?.frames ?? []).map(({ node, repeats }) => {
    const { label, sourceFile, line } = frameOf(model, node);
    return { label, file: sourceFile, line, repeats };
  });
}
