import * as v from 'valibot';
import {
  type CurrentView,
  comparedOthers,
  type FromPage,
  type Selection,
  type SourcePlace,
  type SourceRequest,
  sampleHints,
  shareKinds,
  THRESHOLD_RANGE_US,
} from './page-protocol.ts';
import { baseline } from './parse-baseline.ts';
import { boundedList, cutText, finite, maybe, type SchemaOf } from './schemas.ts';

/** More runs than a session has. */
const MOST_RUNS = 10_000;
/** More ranges than a group has lags. */
const MOST_RANGES = 100_000;

/** Characters: a dump of two thousand threads. */
const MOST_COPIED = 10_000_000;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const run = v.pipe(
  v.object({ beginUs: finite, endUs: finite, lags: v.pipe(v.number(), v.safeInteger()) }),
  v.check(({ beginUs, endUs }) => beginUs <= endUs),
);

const range = v.pipe(
  // An ongoing lag ends at infinity.
  v.object({ beginUs: v.number(), endUs: v.number() }),
  v.check(({ beginUs, endUs }) => beginUs < endUs),
);
const selection: SchemaOf<Selection> = v.object({
  of: v.picklist(['lag', 'lags', 'range']),
  ranges: v.pipe(
    boundedList(range, MOST_RANGES),
    v.check((ranges) => ranges.every(({ beginUs }, row) => row === 0 || beginUs >= (ranges[row - 1]?.endUs ?? Infinity))),
  ),
});

const lag = v.pipe(
  v.object({
    id: v.string(),
    run: v.pipe(v.number(), v.safeInteger()),
    beginUs: v.pipe(finite, v.minValue(0)),
    endUs: finite,
  }),
  v.check(({ beginUs, endUs }) => beginUs <= endUs),
);
const currentView: SchemaOf<CurrentView> = v.pipe(
  v.fallback(v.object({ lag: maybe(lag), view: v.optional(v.unknown()) }), {}),
  v.transform(({ lag: chosen, view }) => (chosen === undefined ? { view } : { lag: chosen, view })),
);

const placeFields = {
  class: v.string(),
  file: v.string(),
  path: v.optional(v.string()),
  line: count,
};

/** An empty path counts as absent. */
function withoutEmptyPath<T extends SourcePlace>({ path, ...place }: T): Omit<T, 'path'> & Pick<SourcePlace, 'path'> {
  return path === undefined || path === '' ? place : { ...place, path };
}

const place: SchemaOf<SourcePlace> = v.pipe(v.object(placeFields), v.transform(withoutEmptyPath));
const source: SchemaOf<SourceRequest> = v.pipe(
  v.object({
    ...placeFields,
    method: v.string(),
    call: maybe(place),
    caller: maybe(place),
    apiLevel: maybe(v.pipe(count, v.minValue(1))),
  }),
  v.transform(({ call, caller, apiLevel, ...rest }) => ({
    ...withoutEmptyPath(rest),
    call,
    caller,
    ...(apiLevel === undefined ? {} : { apiLevel }),
  })),
);

const fromPage: SchemaOf<FromPage> = v.variant('type', [
  v.object({ type: v.literal('compare'), of: v.optional(v.picklist(comparedOthers)) }),
  v.object({ type: v.picklist(['ready', 'mark', 'stop', 'save', 'repeat', 'swap', 'retrySymbols', 'clearBaseline', 'used']) }),
  v.object({ type: v.literal('followed'), hints: v.pipe(count, v.maxValue(sampleHints.length)) }),
  v.object({ type: v.literal('loaded'), session: v.string() }),
  v.object({ type: v.literal('baseline'), baseline }),
  v.object({ type: v.literal('baselineRuns'), runs: boundedList(run, MOST_RUNS) }),
  v.object({ type: v.literal('share'), kind: v.picklist(shareKinds), at: v.optional(currentView, {}) }),
  v.object({ type: v.literal('locateSymbols'), wanted: cutText(300) }),
  v.object({ type: v.literal('openSetting'), setting: v.picklist(['laglens.allocations', 'laglens.blockingCalls', 'laglens.threads']) }),
  v.object({ type: v.literal('copyText'), text: cutText(MOST_COPIED) }),
  v.object({ type: v.literal('failed'), text: cutText(4000) }),
  v.object({
    type: v.literal('threshold'),
    thresholdUs: v.pipe(v.number(), v.minValue(THRESHOLD_RANGE_US.least), v.maxValue(THRESHOLD_RANGE_US.most)),
  }),
  // No selection is all of the session.
  v.pipe(
    v.object({ type: v.literal('selection'), selection: maybe(selection) }),
    v.transform(({ type, selection: chosen }) => ({ type, selection: chosen })),
  ),
  v.object({ type: v.literal('open'), source, beside: v.fallback(v.boolean(), false) }),
]);

/** Parses a page's message, as untrusted as a file. Undefined if not in the protocol. */
export function parseFromPage(value: unknown): FromPage | undefined {
  const parsed = v.safeParse(fromPage, value, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}
