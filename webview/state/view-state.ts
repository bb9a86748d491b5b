import type { FrameKey, Transform } from '../../core/trees/transform.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import type { Viewport } from '../ui/viewport.ts';
export type LagOrder = 'newest' | 'longest';

/** A stretch of session time. */
export interface ViewRange {
  readonly fromUs: number;
  readonly toUs: number;
}

/** The four views, in the order of their keys. */
export const viewModes = ['time', 'aggregated', 'sandwich', 'table'] as const;
export type ViewMode = (typeof viewModes)[number];

/** What the table can be sorted by; `total` and `self` are of the chosen weight, `delta` needs a second stretch. */
export const tableColumns = [
  'name',
  'total',
  'self',
  'share',
  'wall',
  'cpu',
  'blocked',
  'samples',
  'allocated',
  'here',
  'there',
  'delta',
] as const;
export type TableColumn = (typeof tableColumns)[number];

/** What can have happened to a group of lags since the baseline. */
export const listedChanges = ['new', 'worse', 'better', 'gone'] as const;
export type ListedChange = (typeof listedChanges)[number];

export interface TableState {
  /** From the outermost frames down to what they call, or from the innermost up to who called. */
  readonly direction: 'topDown' | 'bottomUp';
  readonly sort: TableColumn;
  readonly descending: boolean;
}

export interface SearchState {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}

/** What the reader chose to look at; everything else follows from the session. One flat record, never changed in place. */
export interface ViewState {
  /** Id of the selected lag. */
  readonly lag: string | undefined;
  /** Key of the selected group of lags. */
  readonly group: string | undefined;
  /** The stretch that was dragged, or the selected lag's. */
  readonly range: ViewRange | undefined;
  /** A second stretch, which the first one is compared with. */
  readonly range2: ViewRange | undefined;
  /** What the picture over time shows, when it was zoomed or moved by hand. */
  readonly view: Viewport | undefined;
  readonly mode: ViewMode;
  /** What the width of a box in a summed view is. */
  readonly weight: WeightName;
  /** What stacks are shown as, the oldest first. */
  readonly transforms: readonly Transform[];
  /** The function in the middle of the sandwich. */
  readonly focus: FrameKey | undefined;
  readonly table: TableState;
  /** Row of `model.threads`; undefined is the main thread. */
  readonly thread: number | undefined;
  readonly order: LagOrder;
  /** The list shows lags that are the same as one row. */
  readonly grouped: boolean;
  /** The list shows only groups that this happened to since the baseline. */
  readonly change: ListedChange | undefined;
  readonly search: SearchState;
  /** Session time at which the reader paused a live picture. */
  readonly pausedUs: number | undefined;
  /** The selection is compared with the baseline. */
  readonly baseline: boolean;
  /** Threads, messages and counters are shown below the timeline. */
  readonly tracks: boolean;
  /** The strip of seconds is shown; undefined leaves it to the session's length. */
  readonly heat: boolean | undefined;
}

export const NO_SEARCH: SearchState = { text: '', regex: false, matchCase: false };

export const INITIAL_VIEW: ViewState = {
  lag: undefined,
  group: undefined,
  range: undefined,
  range2: undefined,
  view: undefined,
  mode: 'time',
  weight: 'wall',
  transforms: [],
  focus: undefined,
  table: { direction: 'topDown', sort: 'total', descending: true },
  thread: undefined,
  order: 'newest',
  grouped: false,
  change: undefined,
  search: NO_SEARCH,
  pausedUs: undefined,
  baseline: false,
  tracks: false,
  heat: undefined,
};

/** The table turned round: what it is sorted by follows, as the time of a function itself is what one looks for from the inside out. */
export function turnedTable(table: TableState, direction: TableState['direction']): TableState {
  const usual = { topDown: 'total', bottomUp: 'self' } as const;
  const { sort } = table;
  return { ...table, direction, sort: sort === usual[table.direction] ? usual[direction] : sort };
}

/** What Escape takes back next, one thing at a time; undefined when everything is as it was at first. */
export function clearOneSelection(state: ViewState): Partial<ViewState> | undefined {
  if (state.search.text !== '') return { search: { ...state.search, text: '' } };
  if (state.range2 !== undefined || state.baseline) return { range2: undefined, baseline: false };
  if (state.lag !== undefined || state.group !== undefined || state.range !== undefined || state.view !== undefined) {
    return { lag: undefined, group: undefined, range: undefined, view: undefined };
  }
  return undefined;
}

/** How much a live picture shows while it follows the newest. */
export const FOLLOWED_US = 10_000_000;

/** All there is to see: a live session is at least as long as what is followed, so that the picture does not jump at first. */
export function sessionBounds(nowUs: number, live: boolean): Viewport {
  return { fromX: 0, toX: Math.max(nowUs, live ? FOLLOWED_US : 1000) };
}

/** What the picture over time shows. */
export function shownView(state: ViewState, bounds: Viewport, live: boolean): Viewport {
  if (state.view !== undefined) return state.view;
  if (state.range !== undefined) return framed(state.range, bounds);
  return live ? { fromX: Math.max(0, bounds.toX - FOLLOWED_US), toX: bounds.toX } : bounds;
}

/** The stretch that an aggregated picture sums up. */
export function summedRange(state: ViewState, bounds: Viewport, live: boolean): ViewRange {
  if (state.range !== undefined) return state.range;
  const shown = shownView(state, bounds, live);
  return { fromUs: shown.fromX, toUs: shown.toX };
}

/** True while the picture moves along with a live session. */
export function isFollowing(state: ViewState, live: boolean): boolean {
  return live && state.view === undefined && state.range === undefined && state.group === undefined;
}

/** A stretch with a little of what was before and after. */
function framed(range: ViewRange, bounds: Viewport): Viewport {
  const room = Math.max(500, (range.toUs - range.fromUs) * 0.03);
  return { fromX: Math.max(bounds.fromX, range.fromUs - room), toX: Math.min(bounds.toX, range.toUs + room) };
}
