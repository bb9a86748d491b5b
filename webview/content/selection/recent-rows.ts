import { frameOf } from '../../../core/analysis/frames/frame.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { longestRecentStack } from '../../../core/analysis/lags/recent-stacks.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';

/** The longest stack at the end of a lag. */
export interface RecentStack {
  /** Innermost first. */
  readonly rows: readonly RecentRow[];
  /** The innermost frame with a place: system code mostly has none. */
  readonly label: string;
}

export interface RecentRow {
  readonly node: number;
  /** `Cart.total` */
  readonly label: string;
  /** `Cart.java:42`, '' unknown. */
  readonly place: string;
  /** Occurrences in the stacks of all samples. */
  readonly repeats: number;
}

/** Recomputed only when the lag or names change: the page renders ten times a second. */
export class RecentRows {
  #key = '';
  #stack: RecentStack | undefined;

  of(model: SessionModel, lag: Lag | undefined): RecentStack | undefined {
    const key = lag === undefined ? '' : `${lag.id} ${lag.endUs} ${model.namesVersion}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#stack = lag && recentStack(model, lag);
    }
    return this.#stack;
  }

  /** Another session may have lags with the same ids. */
  invalidate(): void {
    this.#key = '';
    this.#stack = undefined;
  }
}

function recentStack(model: SessionModel, lag: Lag): RecentStack | undefined {
  const recent = longestRecentStack(model, lag);
  if (recent === undefined) return undefined;
  const { frames } = recent;
  const rows = frames.map(({ node, repeats }) => {
    const { label, sourceFile, line } = frameOf(model, node);
    const place = sourceFile === '' ? '' : line > 0 ? `${sourceFile}:${line}` : sourceFile;
    return { node, label: label || '?', place, repeats };
  });
  const label = (rows.find(({ place }) => place !== '') ?? rows[0])?.label ?? '?';
  return { rows, label };
}
