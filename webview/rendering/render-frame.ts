import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { ScreenStutter } from '../../core/analysis/lags/session-frames.ts';
import type { HandlerCost } from '../../core/analysis/messages/message-costs.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import type { MomentContent } from '../content/dialogs/moment-source.ts';
import type { LagListContents } from '../content/lags/lag-list-source.ts';
import type { PageSession } from '../content/page-session.ts';
import { type BaselineScope, baselineName, type ComparedBaseline, isCompared } from '../content/selection/baseline-scope.ts';
import type { RecentStack } from '../content/selection/recent-rows.ts';
import { isSelectedStutter } from '../content/stutter-facts.ts';
import type { ViewContent } from '../modes/mode/view-content.ts';
import { modeOf } from '../modes/modes.ts';
import type { LegendKey } from '../state/legend-key.ts';
import type { ViewRange, ViewState } from '../state/view-state.ts';
import type { HeatData } from '../timeline/panel/heat-painter.ts';
import type { TimelineData } from '../timeline/panel/timeline-painter.ts';
import type { TracksData } from '../timeline/tracks/tracks-painter.ts';
import { sessionName } from '../ui/sentences/session-name.ts';
import { t } from '../ui/translated.ts';
import type { Viewport } from '../ui/viewport.ts';
import type { CaptureStatus } from './capture-status.ts';
import type { Warning } from './warning.ts';

/** Everything the page is rendered from. */
export interface RenderFacts {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly status: CaptureStatus;
  readonly isComplete: boolean;
  readonly hostWarnings: readonly Warning[];
  readonly baseline: Baseline | undefined;
}

/** What is selected, by the state as it is rendered. */
export interface SelectedFrame extends RenderFacts {
  readonly live: boolean;
  /** Undefined without a baseline, and while range B is compared. */
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
  /** Range of the aggregated views, and A of a comparison. */
  readonly range: ViewRange;
  /** Part of the view over time that the selection, zoom and pan may show. */
  readonly foldRange: Viewport;
}

/** Facts of one rendering. Each view takes those it shows. */
export interface Frame extends SelectedFrame {
  readonly timeline: TimelineData;
  /** Undefined while hidden. */
  readonly heat: HeatData | undefined;
  /** Undefined while closed. */
  readonly tracks: TracksData | undefined;
  /** Undefined without a thread. */
  readonly content: ViewContent | undefined;
  /** Entries of the legend, and the chosen one. */
  readonly legend: readonly LegendKey[];
  readonly lit: LegendKey | undefined;
  /** Stack at the end of the selected lag. */
  readonly recent: RecentStack | undefined;
  /** All threads at a moment. */
  momentAt(atUs: number): MomentContent;
  /** Main's messages in the selection, by handler. */
  messageCosts(): readonly HandlerCost[];
}

/** A part of the page. Parameters say what it needs of the frame. */
export interface FrameView {
  show(frame: Frame): void;
}

/** The view over time shows the group's latest lag until the user moves it. */
export function exampleOf(state: ViewState, group: LagGroup | undefined): Lag | undefined {
  const { lag, range, view } = state;
  return modeOf(state).isOverTime && lag === undefined && range === undefined && view === undefined ? group?.latest : undefined;
}

/** A selection of the baseline's own part is never compared with itself. */
export function comparedBaseline({ baseline, scope, list, range }: SelectedFrame): ComparedBaseline | undefined {
  if (baseline === undefined || !isCompared(scope)) return undefined;
  if (scope.kind === 'other') return { baseline, name: baselineName(baseline, sessionName(baseline.title)) };
  const { group } = list;
  const isLater = group === undefined ? range.fromUs >= scope.fromUs : group.lags.every(({ beginUs }) => beginUs >= scope.fromUs);
  return isLater ? { baseline, name: t('the time before {0}', scope.since) } : undefined;
}

/** A lag, stutter or group is selected. */
export function isSelected({ selected, stutter, list }: Pick<Frame, 'selected' | 'stutter' | 'list'>): boolean {
  return selected !== undefined || stutter !== undefined || list.group !== undefined;
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
