import type { ListedChange } from '../../core/analysis/lags/groups/baseline-comparison.ts';
import type { FrameKey, Transform } from '../../core/trees/transform.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import { clampTo, type Viewport } from '../ui/viewport.ts';
import type { LegendKey } from './legend-key.ts';

/** `screen`: by the name of the screen. */
export const lagOrders = ['newest', 'longest', 'screen'] as const;
export type LagOrder = (typeof lagOrders)[number];

/** Session time. */
export interface ViewRange {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Modes that actions lead to; `modes/` lists all. */
export const OVER_TIME = 'time';
export const SUMMED = 'aggregated';
export const OF_FUNCTION = 'sandwich';

/** `total` and `self` are of the chosen weight; `delta` needs a comparison. */
export const tableColumns = [
  'name',
  'total',
  'self',
  'share',
  'wall',
  'cpu',
  'blocked',
  'ready',
  'unknown',
  'samples',
  'allocated',
  'here',
  'there',
  'delta',
] as const;
export type TableColumn = (typeof tableColumns)[number];

export interface TableState {
  /** Callees below callers, or callers below callees. */
  readonly direction: 'topDown' | 'bottomUp';
  readonly sort: TableColumn;
  readonly descending: boolean;
}

export interface SearchState {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}

/** Everything the user chose; immutable. All else follows from the session. */
export interface ViewState {
  readonly lag: string | undefined;
  readonly group: string | undefined;
  /** A dragged range, or that of the selected lag. */
  readonly range: ViewRange | undefined;
  /** The dragged range, also while a lag in it is selected; the list has only its lags. */
  readonly within: ViewRange | undefined;
  /** Range B of a comparison. */
  readonly range2: ViewRange | undefined;
  /** Visible part of the view over time, after a zoom or pan. */
  readonly view: Viewport | undefined;
  /** Visible part of the overview, after a zoom or pan of its own. */
  readonly overview: Viewport | undefined;
  /** Id of the mode that shows the selected stacks. */
  readonly mode: string;
  /** Measures box widths in aggregated views. */
  readonly weight: WeightName;
  /** In order of application. */
  readonly transforms: readonly Transform[];
  /** Rows of frames that call all others are shown beside their fold. */
  readonly rootsOpen: boolean;
  /** Selected lags, too, show all frames, not only the app's. */
  readonly allFramesOfLags: boolean;
  /** The function of the sandwich. */
  readonly focus: FrameKey | undefined;
  readonly table: TableState;
  /** Row of `model.threads`; undefined is the main thread. */
  readonly thread: number | undefined;
  readonly order: LagOrder;
  /** The list has one row per group. */
  readonly grouped: boolean;
  /** Keys of groups that the list leaves out. */
  readonly hiddenGroups: readonly string[];
  /** Leaves out lags that only lacked a core. */
  readonly hidesLackedCore: boolean;
  /** Lists only groups with this change. */
  readonly change: ListedChange | undefined;
  /** Lists only lags on this screen (`screenKey`). */
  readonly screen: string | undefined;
  /** Lists only lags that ran this function. */
  readonly ran: FrameKey | undefined;
  readonly search: SearchState;
  /** Entry of the legend; what it does not mean is faded. */
  readonly lit: LegendKey | undefined;
  /** Session time of the pause. */
  readonly pausedUs: number | undefined;
  /** Flame graph and table show the difference to the baseline. */
  readonly difference: boolean;
  /** Compares also with a baseline of another app. */
  readonly acrossApps: boolean;
  /** The tracks below the timeline are open. */
  readonly tracks: boolean;
  /** Most height of the tracks in CSS pixels; undefined is the usual one. */
  readonly tracksPx: number | undefined;
  /** Shows the heat strip; undefined depends on the session's length. */
  readonly heat: boolean | undefined;
}

/** Groups left out of a list. */
export const MOST_HIDDEN = 200;

export const NO_SEARCH: SearchState = { text: '', regex: false, matchCase: false };

export const INITIAL_VIEW: ViewState = {
  lag: undefined,
  group: undefined,
  range: undefined,
  within: undefined,
  range2: undefined,
  view: undefined,
  overview: undefined,
  mode: OVER_TIME,
  weight: 'wall',
  transforms: [],
  rootsOpen: false,
  allFramesOfLags: false,
  focus: undefined,
  table: { direction: 'topDown', sort: 'total', descending: true },
  thread: undefined,
  order: 'newest',
  grouped: false,
  hiddenGroups: [],
  hidesLackedCore: false,
  change: undefined,
  screen: undefined,
  ran: undefined,
  search: NO_SEARCH,
  lit: undefined,
  pausedUs: undefined,
  difference: true,
  acrossApps: false,
  tracks: false,
  tracksPx: undefined,
  heat: undefined,
};

/** Changes the direction. The usual sort column follows: callers are sorted by self time. */
export function turnedTable(table: TableState, direction: TableState['direction']): TableState {
  const usual = { topDown: 'total', bottomUp: 'self' } as const;
  const { sort } = table;
  return { ...table, direction, sort: sort === usual[table.direction] ? usual[direction] : sort };
}

export function isAppOnly({ transforms }: Pick<ViewState, 'transforms'>): boolean {
  return transforms.some(({ type }) => type === 'flattenToApp');
}

export function isInverted({ transforms }: Pick<ViewState, 'transforms'>): boolean {
  return transforms.some(({ type }) => type === 'invert');
}

/** The next change of Escape; undefined when nothing is selected. */
export function clearOneSelection(state: ViewState): Partial<ViewState> | undefined {
  if (state.lit !== undefined) return { lit: undefined };
  if (state.search.text !== '') return { search: { ...state.search, text: '' } };
  if (state.range2 !== undefined) return { range2: undefined };
  if (isInRange(state)) return backToRange(state);
  if (state.lag !== undefined || state.group !== undefined || state.range !== undefined || state.view !== undefined) {
    return { lag: undefined, group: undefined, range: undefined, within: undefined, view: undefined };
  }
  if (state.ran !== undefined) return { ran: undefined };
  if (state.overview !== undefined) return { overview: undefined };
  return undefined;
}

/** A lag, stutter or group is selected within the dragged range. */
function isInRange({ lag, group, range, within }: ViewState): boolean {
  return within !== undefined && (lag !== undefined || group !== undefined || !isSameRange(range, within));
}

/** Ends the selection; a dragged range stays. */
export function backToRange({ within }: Pick<ViewState, 'within'>): Partial<ViewState> {
  return { lag: undefined, group: undefined, range: within, view: undefined };
}

/** The list has all lags again; what is selected in the range stays. */
export function clearRange(state: ViewState): Partial<ViewState> {
  if (isInRange(state)) return { within: undefined };
  return { lag: undefined, group: undefined, range: undefined, within: undefined, view: undefined };
}

function isSameRange(one: ViewRange | undefined, other: ViewRange | undefined): boolean {
  return one?.fromUs === other?.fromUs && one?.toUs === other?.toUs;
}

/** Visible range while following a live session. */
const FOLLOWED_US = 10_000_000;

/** The whole session; a short live one is widened, so that the view does not jump. */
export function sessionBounds(nowUs: number, live: boolean): Viewport {
  return { fromX: 0, toX: Math.max(nowUs, live ? FOLLOWED_US : 1000) };
}

/** The overview's part of the session; all of it without a zoom. */
export function overviewPart({ overview }: Pick<ViewState, 'overview'>, bounds: Viewport): Viewport {
  return overview === undefined ? bounds : clampTo(bounds, overview);
}

export function shownView(state: ViewState, bounds: Viewport, live: boolean): Viewport {
  if (state.view !== undefined) return state.view;
  const range = state.range ?? state.within;
  if (range !== undefined) return framed(range, bounds);
  return live ? { fromX: Math.max(0, bounds.toX - FOLLOWED_US), toX: bounds.toX } : bounds;
}

/** The whole session, else all of the selected range that is or was shown. */
export function foldRange(state: ViewState, bounds: Viewport, live: boolean): Viewport {
  if (state.range === undefined) return bounds;
  const { fromX, toX } = shownView({ ...state, view: undefined }, bounds, live);
  const shown = shownView(state, bounds, live);
  return { fromX: Math.min(fromX, shown.fromX), toX: Math.max(toX, shown.toX) };
}

export function summedRange(state: ViewState, bounds: Viewport, live: boolean): ViewRange {
  const range = state.range ?? state.within;
  if (range !== undefined) return range;
  const shown = shownView(state, bounds, live);
  return { fromUs: shown.fromX, toUs: shown.toX };
}

export function isFollowing(state: ViewState, live: boolean): boolean {
  return live && state.pausedUs === undefined && state.view === undefined && state.range === undefined && state.group === undefined;
}

/** A range with a small margin. */
function framed(range: ViewRange, bounds: Viewport): Viewport {
  const room = Math.max(500, (range.toUs - range.fromUs) * 0.03);
  return { fromX: Math.max(bounds.fromX, range.fromUs - room), toX: Math.min(bounds.toX, range.toUs + room) };
}
