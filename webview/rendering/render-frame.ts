import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { ScreenStutter } from '../../core/analysis/lags/session-frames.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import type { LagListContents } from '../content/lags/lag-list-source.ts';
import type { PageSession } from '../content/page-session.ts';
import { type BaselineScope, baselineName, type ComparedBaseline, isCompared } from '../content/selection/baseline-scope.ts';
import { isSelectedStutter } from '../content/stutter-facts.ts';
import { modeOf } from '../modes/modes.ts';
import type { ViewRange, ViewState } from '../state/view-state.ts';
import { text } from '../ui/page-text.ts';
import { sessionName } from '../ui/session-name.ts';
import type { Viewport } from '../ui/viewport.ts';
import type { Warning } from '../views/warnings/warnings.ts';
import type { CaptureStatus } from './capture-status.ts';

/** Everything the page is rendered from. */
export interface RenderFacts {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly status: CaptureStatus;
  readonly isComplete: boolean;
  readonly hostWarnings: readonly Warning[];
  readonly baseline: Baseline | undefined;
}

/** Facts of one rendering that several views share. */
export interface Frame {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly status: CaptureStatus;
  readonly live: boolean;
  readonly isComplete: boolean;
  readonly baseline: Baseline | undefined;
  readonly scope: BaselineScope | undefined;
  /** A paused page hides later lags. */
  readonly lags: readonly Lag[];
  readonly stutters: readonly ScreenStutter[];
  readonly selected: Lag | undefined;
  readonly stutter: ScreenStutter | undefined;
  readonly list: LagListContents;
  /** Represents the selected group in the view over time. */
  readonly example: Lag | undefined;
  readonly thread: Thread | undefined;
  readonly bounds: Viewport;
  /** Visible part of the overview. */
  readonly part: Viewport;
  /** Visible part of the view over time. */
  readonly shown: Viewport;
  /** Range of the aggregated views. */
  readonly range: ViewRange;
  /** Part of the view over time that the selection, zoom and pan may show. */
  readonly foldRange: Viewport;
}

/** The view over time shows the group's latest lag until the user moves it. */
export function exampleOf(state: ViewState, group: LagGroup | undefined): Lag | undefined {
  const { lag, range, view } = state;
  return modeOf(state).isOverTime && lag === undefined && range === undefined && view === undefined ? group?.latest : undefined;
}

/** A selection of the baseline's own part is never compared with itself. */
export function comparedBaseline({ baseline, scope, list, range }: Frame): ComparedBaseline | undefined {
  if (baseline === undefined || !isCompared(scope)) return undefined;
  if (scope.kind === 'other') return { baseline, name: baselineName(baseline, sessionName(baseline.title)) };
  const { group } = list;
  const isLater = group === undefined ? range.fromUs >= scope.fromUs : group.lags.every(({ beginUs }) => beginUs >= scope.fromUs);
  return isLater ? { baseline, name: text('timeBefore', scope.since) } : undefined;
}

export function rangeOf({ beginUs, endUs }: Lag): ViewRange {
  return { fromUs: beginUs, toUs: endUs };
}

/** A selected lag or group has its own summary. */
export function selectedStutter(stutters: readonly ScreenStutter[], { lag, range }: ViewState): ScreenStutter | undefined {
  return lag !== undefined || range === undefined ? undefined : stutters.find((stutter) => isSelectedStutter(stutter, range));
}

/** Range B of a comparison. */
export function secondRange({ range2 }: ViewState): Viewport | undefined {
  return range2 && { fromX: range2.fromUs, toX: range2.toUs };
}
