import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import type { ShareKind } from '../../protocol/page-protocol.ts';
import type { FromPage } from '../../protocol/parse-from-page.ts';
import type { Viewport } from '../ui/viewport.ts';
import type { ViewRange, ViewState } from './view-state.ts';

export type ViewChange = Partial<ViewState>;

/** Actions on the view state; session microseconds. */
export type ViewAction =
  | { readonly type: 'change'; readonly change: ViewChange }
  | { readonly type: 'selectLag'; readonly lag: Lag | undefined }
  | { readonly type: 'selectStutter'; readonly stutter: TimeRange }
  | { readonly type: 'selectGroup'; readonly key: string }
  /** `second` selects range B of a comparison. */
  | { readonly type: 'selectRange'; readonly beginUs: number; readonly endUs: number; readonly second: boolean }
  /** Ends the dragged range. */
  | { readonly type: 'clearRange' }
  /** Selects the lag at a moment, else centers the moment. */
  | { readonly type: 'selectMoment'; readonly atUs: number }
  /** Shows a part of the session in the overview. */
  | { readonly type: 'zoomOverview'; readonly part: Viewport }
  | { readonly type: 'clearOneSelection' }
  /** Ranges A and B of a comparison. */
  | { readonly type: 'swapRanges' }
  /** Goes back to the newest data, or to the whole recording. */
  | { readonly type: 'follow' }
  /** Also ends a pause. */
  | { readonly type: 'followNewest' }
  /** Leaves a group out of the list. */
  | { readonly type: 'hideGroup'; readonly key: string }
  | { readonly type: 'toggleGroups' }
  | { readonly type: 'toggleTracks' }
  /** Unfolds or folds the callers of all frames. */
  | { readonly type: 'toggleRoots' }
  | { readonly type: 'togglePause' };

/** Actions that are messages already. */
type HostAction = Extract<
  FromPage,
  {
    readonly type: 'mark' | 'stop' | 'save' | 'repeat' | 'compare' | 'retrySymbols' | 'locateSymbols' | 'copyText' | 'openSetting';
  }
>;

/** The subject of a context menu. */
export type MenuSubject =
  | { readonly kind: 'lag'; readonly lag: Lag }
  | { readonly kind: 'group'; readonly group: LagGroup }
  /** `column`: of the heat strip. */
  | { readonly kind: 'moment'; readonly atUs: number; readonly column?: ViewRange };

export type PageAction =
  | ViewAction
  | HostAction
  /** `node`: row of `model.nodes`. */
  | { readonly type: 'openSource'; readonly node: number; readonly beside: boolean }
  | { readonly type: 'setThreshold'; readonly thresholdUs: number }
  | { readonly type: 'share'; readonly kind: ShareKind }
  /** Opens a context menu at a place in the window. */
  | { readonly type: 'openMenu'; readonly subject: MenuSubject; readonly clientX: number; readonly clientY: number }
  | { readonly type: 'showSymbols' }
  /** Ends the comparison with range B, else with the baseline. */
  | { readonly type: 'endComparison' }
  /** Makes range A, else the session, the baseline. */
  | { readonly type: 'keepAsB' }
  /** Ranges A and B, else session and baseline. */
  | { readonly type: 'swap' }
  | { readonly type: 'showKeys' }
  /** All threads at a moment, or some (rows of `model.threads`); undefined is the moment of pointer or selection. */
  | { readonly type: 'showThreads'; readonly atUs?: number | undefined; readonly threads?: readonly number[] }
  /** Main's messages by handler. */
  | { readonly type: 'showMessages' }
  | { readonly type: 'focusSearch' }
  | { readonly type: 'nextMatch'; readonly by: 1 | -1 }
  | { readonly type: 'moveLag'; readonly by: 1 | -1 };

/** Only the page executes actions. */
export type Dispatch = (action: PageAction) => void;
