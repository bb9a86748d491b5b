import { parsedTransforms } from '../../core/trees/transform.ts';
import { weightNames } from '../../core/trees/weights.ts';
import {
  INITIAL_VIEW,
  listedChanges,
  type SearchState,
  type TableState,
  tableColumns,
  type ViewRange,
  type ViewState,
  viewModes,
} from '../state/view-state.ts';
import type { Viewport } from '../ui/viewport.ts';

/** Longest search and key that are taken over. */
const LONGEST_TEXT = 200;
const LONGEST_KEY = 20_000;

/** Takes over what an earlier life of the page stored, or a link brought; every field may be missing, and what does not fit is left out. */
export function parseViewState(stored: unknown): ViewState {
  const {
    lag,
    group,
    range,
    range2,
    view,
    mode,
    weight,
    transforms,
    focus,
    table,
    thread,
    order,
    grouped,
    change,
    search,
    pausedUs,
    baseline,
    tracks,
    heat,
  } = Object(stored);
  return {
    lag: parseKey(lag),
    group: parseKey(group),
    range: parseRange(range),
    range2: parseRange(range2),
    view: isView(view) ? { fromX: view.fromX, toX: view.toX } : undefined,
    mode: viewModes.find((known) => known === mode) ?? INITIAL_VIEW.mode,
    weight: weightNames.find((known) => known === weight) ?? INITIAL_VIEW.weight,
    transforms: parsedTransforms(transforms),
    focus: parseKey(focus),
    table: parseTable(table),
    thread: Number.isSafeInteger(thread) && thread >= 0 ? thread : undefined,
    order: order === 'longest' ? 'longest' : 'newest',
    grouped: grouped === true,
    change: listedChanges.find((known) => known === change),
    search: parseSearch(search),
    pausedUs: typeof pausedUs === 'number' && pausedUs >= 0 ? pausedUs : undefined,
    baseline: baseline === true,
    tracks: tracks === true,
    heat: typeof heat === 'boolean' ? heat : undefined,
  };
}

function parseKey(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_KEY ? value : undefined;
}

function parseTable(value: unknown): TableState {
  const { direction, sort, descending } = Object(value);
  return {
    direction: direction === 'bottomUp' ? 'bottomUp' : INITIAL_VIEW.table.direction,
    sort: tableColumns.find((known) => known === sort) ?? INITIAL_VIEW.table.sort,
    descending: descending !== false,
  };
}

function parseSearch(value: unknown): SearchState {
  const { text, regex, matchCase } = Object(value);
  return {
    text: typeof text === 'string' ? text.slice(0, LONGEST_TEXT) : '',
    regex: regex === true,
    matchCase: matchCase === true,
  };
}

function parseRange(value: unknown): ViewRange | undefined {
  if (typeof value !== 'object' || value === null || !('fromUs' in value) || !('toUs' in value)) return undefined;
  const { fromUs, toUs } = value;
  return isOrdered(fromUs, toUs) ? { fromUs: Number(fromUs), toUs: Number(toUs) } : undefined;
}

function isView(value: unknown): value is Viewport {
  if (typeof value !== 'object' || value === null || !('fromX' in value) || !('toX' in value)) return false;
  return isOrdered(value.fromX, value.toX);
}

function isOrdered(from: unknown, to: unknown): boolean {
  return typeof from === 'number' && typeof to === 'number' && Number.isFinite(from) && Number.isFinite(to) && from < to;
}
