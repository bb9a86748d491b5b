import { LagGroups } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import type { FrameKey } from '../../core/trees/transform.ts';
import { centeredAt, spanOf, type Viewport } from '../ui/viewport.ts';
import type { ViewAction, ViewChange } from './page-action.ts';
import {
  backToRange,
  clearOneSelection,
  clearRange,
  MOST_HIDDEN,
  OF_FUNCTION,
  OVER_TIME,
  SUMMED,
  sessionBounds,
  shownView,
  summedRange,
  type ViewRange,
  type ViewState,
} from './view-state.ts';

const WHOLE = { lag: undefined, group: undefined, range: undefined, within: undefined, view: undefined } as const satisfies ViewChange;

export interface SessionFacts {
  readonly nowUs: number;
  readonly live: boolean;
  readonly lags: readonly Lag[];
  /** They overlap no lag's frames. */
  readonly stutters: readonly TimeRange[];
}

/** Undefined leaves the view unchanged. */
export function viewChange(state: ViewState, action: ViewAction, session: SessionFacts | undefined): ViewChange | undefined {
  switch (action.type) {
    case 'change':
      return action.change;
    case 'selectLag':
      return action.lag === undefined ? backToRange(state) : selectLag(state, action.lag);
    case 'selectStutter':
      return selectStutter(state, action.stutter);
    case 'selectGroup':
      return { ...backToRange(state), group: action.key, range: undefined, thread: undefined };
    case 'selectRange': {
      const range = { fromUs: action.beginUs, toUs: action.endUs };
      return action.second ? { range2: range } : { ...WHOLE, range, within: range };
    }
    case 'clearRange':
      return clearRange(state);
    case 'selectMoment':
      return session && selectMoment(state, action.atUs, session);
    case 'swapRanges':
      return session && swapRanges(state, session);
    case 'clearOneSelection':
      return clearOneSelection(state);
    case 'follow':
      return { ...WHOLE, overview: undefined };
    case 'followNewest':
      return { ...WHOLE, overview: undefined, pausedUs: undefined };
    case 'zoomOverview':
      return { overview: isWholeView(action.part, session) ? undefined : action.part };
    case 'hideGroup':
      return hideGroup(state, action.key, session?.lags ?? []);
    case 'toggleGroups':
      return grouping(!state.grouped);
    case 'toggleRoots':
      return { rootsOpen: !state.rootsOpen };
    case 'toggleTracks':
      return { tracks: !state.tracks };
    case 'togglePause':
      if (session?.live !== true) return undefined;
      return { pausedUs: state.pausedUs === undefined ? session.nowUs : undefined };
  }
}

/** A session of weights has nothing over time, and no part of time. */
export function withoutTime(state: ViewState): ViewState {
  const mode = state.mode === OVER_TIME ? SUMMED : state.mode;
  return { ...state, mode, range: undefined, within: undefined, range2: undefined, view: undefined, overview: undefined };
}

/** The dragged range, else the whole session, if the selected lag or group is gone: a higher threshold leaves its range behind. */
export function withoutLost(state: ViewState, hasLag: boolean, hasGroup: boolean): ViewChange | undefined {
  const { lag, group, range } = state;
  if (lag !== undefined) return hasLag ? undefined : backToRange(state);
  // A range replaces the group.
  return group === undefined || range !== undefined || hasGroup ? undefined : backToRange(state);
}

/** Lags of a group are no range. */
export function canSwapRanges({ lag, group, range, range2 }: ViewState): boolean {
  return range2 !== undefined && (group === undefined || lag !== undefined || range !== undefined);
}

/** Without a selection, A is the visible part. */
function swapRanges(state: ViewState, { live, nowUs }: SessionFacts): ViewChange | undefined {
  const range = canSwapRanges(state) ? state.range2 : undefined;
  return range && { ...WHOLE, range, within: range, range2: summedRange(state, sessionBounds(state.pausedUs ?? nowUs, live), live) };
}

/** The group goes out of the list, and out of the selection. */
function hideGroup(state: ViewState, hiddenKey: string, lags: readonly Lag[]): ViewChange {
  const { lag, group, hiddenGroups } = state;
  const groups = new LagGroups();
  groups.update(lags);
  // A lag of a lock without a class may have joined another group.
  const key = groups.group(hiddenKey)?.key ?? hiddenKey;
  const hidden = [...hiddenGroups.filter((each) => each !== key), key].slice(-MOST_HIDDEN);
  const selected = lags.findIndex(({ id }) => id === lag);
  const isSelected = (selected < 0 ? group : groups.groupAt(selected)?.key) === key;
  return { ...(isSelected ? backToRange(state) : {}), hiddenGroups: hidden };
}

/** Groups begin with the most time, single lags with the newest. */
export function grouping(grouped: boolean): ViewChange {
  return { grouped, order: grouped ? 'longest' : 'newest' };
}

/** Shows the lag's own thread. */
function selectLag(state: ViewState, lag: Lag): ViewChange {
  return { ...selectTime(state, lag), lag: lag.id };
}

/** Shows main, as frames are its work. */
function selectStutter(state: ViewState, stutter: TimeRange): ViewChange {
  return selectTime(state, stutter);
}

/** A dragged range ends with a selection that its list lacks. */
function selectTime({ within, overview }: ViewState, time: TimeRange): ViewChange {
  const range = { fromUs: time.beginUs, toUs: time.endUs };
  const isSeen = overview === undefined || isWithin(time, { fromUs: overview.fromX, toUs: overview.toX });
  const part = isSeen ? {} : { overview: centeredAt((time.beginUs + time.endUs) / 2, overview) };
  return { ...WHOLE, ...part, within: within && isWithin(time, within) ? within : undefined, range, thread: undefined };
}

function isWholeView({ fromX, toX }: Viewport, session: SessionFacts | undefined): boolean {
  return session !== undefined && fromX <= 0 && toX >= sessionBounds(session.nowUs, session.live).toX;
}

/** True for a part of it, too. */
export function isWithin({ beginUs, endUs }: TimeRange, { fromUs, toUs }: ViewRange): boolean {
  return beginUs < toUs && endUs > fromUs;
}

function selectMoment(state: ViewState, atUs: number, { lags, stutters, live, nowUs }: SessionFacts): ViewChange | undefined {
  const isThere = ({ beginUs, endUs }: TimeRange): boolean => beginUs <= atUs && atUs <= endUs;
  const lag = lags.findLast(isThere);
  if (lag !== undefined) return selectLag(state, lag);
  const stutter = stutters.findLast(isThere);
  if (stutter !== undefined) return selectStutter(state, stutter);
  const { within } = state;
  if (within !== undefined && within.fromUs <= atUs && atUs <= within.toUs) return backToRange(state);
  const bounds = sessionBounds(state.pausedUs ?? nowUs, live);
  return centerMoment(atUs, shownView(state, bounds, live), bounds);
}

/** Keeps the zoom; undefined when everything is visible. */
export function centerMoment(atUs: number, shown: Viewport, bounds: Viewport): ViewChange | undefined {
  const half = spanOf(shown) / 2;
  return half * 2 < spanOf(bounds) ? { ...WHOLE, view: { fromX: atUs - half, toX: atUs + half } } : undefined;
}

/** A function of the whole recording, without transforms that might hide it, and the lags that ran it. */
export function selectFunction(focus: FrameKey, nowUs: number): ViewChange {
  const lags = { ran: focus, change: undefined, screen: undefined } as const;
  return { ...WHOLE, ...lags, range: { fromUs: 0, toUs: nowUs }, thread: undefined, transforms: [], mode: OF_FUNCTION, focus };
}
