import * as v from 'valibot';
import { listedChanges } from '../../core/analysis/lags/groups/baseline-comparison.ts';
import { functionTransforms, MOST_TRANSFORMS, pathTransforms, plainTransforms, type Transform } from '../../core/trees/transform.ts';
import { weightNames } from '../../core/trees/weights.ts';
import { boundedList, cutText, finite, maybe } from '../../protocol/schemas.ts';
import { legendKeys } from '../state/legend-key.ts';
import { INITIAL_VIEW, lagOrders, MOST_HIDDEN, tableColumns, type ViewState } from '../state/view-state.ts';

/** Longest name and deepest path of a stored transform. */
const LONGEST_KEY = 20_000;
const DEEPEST_PATH = 20_000;

/** Identifies a function, lag or group. */
const storedKey = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_KEY));

const transform = v.variant('type', [
  v.object({ type: v.picklist(functionTransforms), function: storedKey }),
  v.object({ type: v.picklist(pathTransforms), path: v.pipe(boundedList(storedKey, DEEPEST_PATH), v.minLength(1)) }),
  v.object({ type: v.picklist(plainTransforms) }),
  v.object({ type: v.literal('focusCategory'), category: storedKey }),
  v.object({ type: v.literal('collapseLibrary'), library: storedKey }),
]);

/** Stored or linked transforms; invalid ones are left out. */
const storedTransforms = v.pipe(
  v.custom<unknown[]>(Array.isArray),
  v.transform((stored) => stored.slice(0, MOST_TRANSFORMS)),
  v.array(maybe(transform)),
  v.transform((parsed): readonly Transform[] => parsed.filter((each) => each !== undefined)),
);

/** Longer searches are cut. */
const LONGEST_SEARCH = 200;

const notNegative = v.pipe(v.number(), v.minValue(0));

/** Each field has a fallback; anything but a record is empty. */
function fields<T extends v.ObjectEntries>(entries: T) {
  return v.pipe(v.fallback(v.looseObject({}), {}), v.object(entries));
}

const range = v.pipe(
  v.object({ fromUs: finite, toUs: finite }),
  v.check(({ fromUs, toUs }) => fromUs < toUs),
);
const viewport = v.pipe(
  v.object({ fromX: finite, toX: finite }),
  v.check(({ fromX, toX }) => fromX < toX),
);
const { direction, sort, descending } = INITIAL_VIEW.table;
const table = fields({
  direction: v.fallback(v.picklist(['topDown', 'bottomUp']), direction),
  sort: v.fallback(v.picklist(tableColumns), sort),
  descending: v.fallback(v.boolean(), descending),
});
const search = fields({
  text: v.fallback(cutText(LONGEST_SEARCH), ''),
  regex: v.fallback(v.boolean(), false),
  matchCase: v.fallback(v.boolean(), false),
});

const viewState = fields({
  lag: maybe(storedKey),
  group: maybe(storedKey),
  range: maybe(range),
  within: maybe(range),
  range2: maybe(range),
  view: maybe(viewport),
  overview: maybe(viewport),
  mode: v.fallback(v.string(), INITIAL_VIEW.mode),
  weight: v.fallback(v.picklist(weightNames), INITIAL_VIEW.weight),
  transforms: v.fallback(storedTransforms, []),
  rootsOpen: v.fallback(v.boolean(), false),
  allFramesOfLags: v.fallback(v.boolean(), false),
  focus: maybe(storedKey),
  table: v.optional(table, {}),
  thread: maybe(v.pipe(notNegative, v.safeInteger())),
  order: v.fallback(v.picklist(lagOrders), INITIAL_VIEW.order),
  grouped: v.fallback(v.boolean(), false),
  hiddenGroups: v.fallback(boundedList(storedKey, MOST_HIDDEN), []),
  hidesLackedCore: v.fallback(v.boolean(), false),
  change: maybe(v.picklist(listedChanges)),
  screen: maybe(storedKey),
  ran: maybe(storedKey),
  search: v.optional(search, {}),
  lit: maybe(v.picklist(legendKeys)),
  pausedUs: maybe(notNegative),
  difference: v.fallback(v.boolean(), INITIAL_VIEW.difference),
  acrossApps: v.fallback(v.boolean(), false),
  tracks: v.fallback(v.boolean(), false),
  tracksPx: maybe(notNegative),
  heat: maybe(v.boolean()),
});

/** Parses a stored or linked view; invalid and missing fields get defaults. @param modes ids of all modes */
export function parseViewState(stored: unknown, modes: readonly string[]): ViewState {
  const parsed = v.parse(viewState, stored);
  return { ...INITIAL_VIEW, ...parsed, mode: modes.includes(parsed.mode) ? parsed.mode : INITIAL_VIEW.mode };
}
