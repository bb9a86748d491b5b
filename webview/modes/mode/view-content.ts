import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import type { FrameKey } from '../../../core/trees/transform.ts';
import type { WeightName } from '../../../core/trees/weights.ts';
import type { FoundNames } from '../../content/name-search.ts';
import type { PageSession } from '../../content/page-session.ts';
import type { FramesChoice } from '../../content/selection/app-frames.ts';
import type { ComparedBaseline } from '../../content/selection/baseline-scope.ts';
import type { BlamedFrame } from '../../content/selection/blamed-frame.ts';
import type { MatchedTime } from '../../content/sums/matched-time.ts';
import type { ViewContext } from '../../content/view-context.ts';
import type { ViewRange, ViewState } from '../../state/view-state.ts';
import type { Viewport } from '../../ui/viewport.ts';

export interface ViewFacts {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly thread: Thread;
  /** The selected lag or group. */
  readonly lag: Lag | undefined;
  readonly group: LagGroup | undefined;
  /** What the selection can be compared with. */
  readonly baseline: ComparedBaseline | undefined;
  readonly bounds: Viewport;
  /** Aggregated range without a group. */
  readonly range: ViewRange;
  /** Range over time whose common callers are folded; undefined folds nothing. */
  readonly foldRange?: Viewport;
}

/** Facts of one selection that a mode makes its content from. */
export interface ContentFacts extends ViewFacts {
  readonly context: ViewContext;
  readonly found: FoundNames;
  /** Function that the selected lag or group is blamed on. */
  readonly blamed: FrameKey | undefined;
}

/** The content of a mode. Each kind of content is a class of its own, which its view knows. */
export interface ShownView {
  /** Id of the mode. */
  readonly mode: string;
  /** Adds how often samples saw a call of each function, by row of `model.methods`; absent where nothing shows it. */
  withArrivals?(arrivals: ReadonlyMap<number, number>): ShownView;
}

/** The view, and the search's matches in the selection. */
export interface ViewContent {
  readonly view: ShownView;
  readonly found: FoundNames;
  readonly matched: MatchedTime | undefined;
  readonly context: ViewContext;
  readonly comparison: Comparison | undefined;
  /** Colours mean more and less in the comparison. */
  readonly isDifference: boolean;
  readonly blamed: BlamedFrame | undefined;
  readonly frames: FramesChoice;
  /** Weights available in this session. */
  readonly weights: readonly WeightName[];
}

export interface Comparison {
  /** For people. */
  readonly name: string;
  readonly isOn: boolean;
}
