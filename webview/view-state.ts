import type { FlameMode } from './flame/content.ts';
import type { Viewport } from './flame/viewport.ts';
import type { LagOrder } from './views/lag-order.ts';

/** A stretch of session time. */
export interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

/** What the reader chose to look at; everything else follows from the session. */
export interface ViewState {
  /** Id of the selected lag. */
  readonly lag: string | undefined;
  /** The stretch that was dragged, or the selected lag's. */
  readonly range: Stretch | undefined;
  /** What the picture over time shows, when it was zoomed or moved by hand. */
  readonly view: Viewport | undefined;
  readonly mode: FlameMode;
  /** Row of `model.threads`; undefined is the main thread. */
  readonly thread: number | undefined;
  readonly order: LagOrder;
  readonly search: string;
  /** Session time at which the reader paused a live picture. */
  readonly pausedUs: number | undefined;
}

export const INITIAL_VIEW: ViewState = {
  lag: undefined,
  range: undefined,
  view: undefined,
  mode: 'time',
  thread: undefined,
  order: 'newest',
  search: '',
  pausedUs: undefined,
};

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
export function summedStretch(state: ViewState, bounds: Viewport, live: boolean): Stretch {
  if (state.range !== undefined) return state.range;
  const shown = shownView(state, bounds, live);
  return { fromUs: shown.fromX, toUs: shown.toX };
}

/** True while the picture moves along with a live session. */
export function isFollowing(state: ViewState, live: boolean): boolean {
  return live && state.view === undefined && state.range === undefined;
}

/** A stretch with a little of what was before and after. */
function framed(range: Stretch, bounds: Viewport): Viewport {
  const room = Math.max(500, (range.toUs - range.fromUs) * 0.03);
  return { fromX: Math.max(bounds.fromX, range.fromUs - room), toX: Math.min(bounds.toX, range.toUs + room) };
}

/** Takes over what an earlier life of the page stored; anything that does not fit is left out. */
export function restoredView(stored: unknown): ViewState {
  if (typeof stored !== 'object' || stored === null) return INITIAL_VIEW;
  const { lag, range, view, mode, thread, order, search, pausedUs } = Object(stored);
  return {
    lag: typeof lag === 'string' ? lag : undefined,
    range: isStretch(range) ? { fromUs: range.fromUs, toUs: range.toUs } : undefined,
    view: isView(view) ? { fromX: view.fromX, toX: view.toX } : undefined,
    mode: mode === 'aggregated' ? 'aggregated' : 'time',
    thread: Number.isSafeInteger(thread) ? thread : undefined,
    order: order === 'longest' ? 'longest' : 'newest',
    search: typeof search === 'string' ? search.slice(0, 200) : '',
    pausedUs: typeof pausedUs === 'number' && pausedUs >= 0 ? pausedUs : undefined,
  };
}

function isStretch(value: unknown): value is Stretch {
  if (typeof value !== 'object' || value === null || !('fromUs' in value) || !('toUs' in value)) return false;
  return isOrdered(value.fromUs, value.toUs);
}

function isView(value: unknown): value is Viewport {
  if (typeof value !== 'object' || value === null || !('fromX' in value) || !('toX' in value)) return false;
  return isOrdered(value.fromX, value.toX);
}

function isOrdered(from: unknown, to: unknown): boolean {
  return typeof from === 'number' && typeof to === 'number' && Number.isFinite(from) && Number.isFinite(to) && from < to;
}
