import * as v from 'valibot';
import { causeSettings } from '../core/analysis/causes/facts/cause.ts';
import { comparedOthers, sampleHints, shareKinds, THRESHOLD_RANGE_US } from './page-protocol.ts';
import { baseline } from './parse-baseline.ts';
import { bare, boundedList, count, cutText, finite, maybe } from './schemas.ts';

/** More runs than a session has. */
const MOST_RUNS = 10_000;
/** More ranges than a group has lags. */
const MOST_RANGES = 100_000;

/** Characters: a dump of two thousand threads. */
const MOST_COPIED = 10_000_000;

const run = v.pipe(
  v.object({ beginUs: finite, endUs: finite, lags: v.pipe(v.number(), v.safeInteger()) }),
  v.readonly(),
  v.check(({ beginUs, endUs }) => beginUs <= endUs),
);

/** A run that may become the baseline, in session microseconds. */
export type BaselineRun = v.InferOutput<typeof run>;

const range = v.pipe(
  // An ongoing lag ends at infinity.
  v.object({ beginUs: v.number(), endUs: v.number() }),
  v.readonly(),
  v.check(({ beginUs, endUs }) => beginUs < endUs),
);

const selection = v.pipe(
  v.object({
    of: v.picklist(['lag', 'lags', 'range']),
    /** Session microseconds, ordered, not empty, not overlapping; an ongoing lag has no end. */
    ranges: v.pipe(
      boundedList(range, MOST_RANGES),
      v.check((ranges) => ranges.every(({ beginUs }, row) => row === 0 || beginUs >= (ranges[row - 1]?.endUs ?? Infinity))),
    ),
  }),
  v.readonly(),
);

/** Selected lag, lags of a group, or time range. */
export type Selection = v.InferOutput<typeof selection>;

const lag = v.pipe(
  v.object({
    id: v.string(),
    run: v.pipe(v.number(), v.safeInteger()),
    beginUs: v.pipe(finite, v.minValue(0)),
    endUs: finite,
  }),
  v.readonly(),
  v.check(({ beginUs, endUs }) => beginUs <= endUs),
);

const currentView = v.pipe(
  v.fallback(
    v.object({
      /** The selected lag with run and time range, in session microseconds. */
      lag: maybe(lag),
      /** The page's own, returned unchanged. */
      view: v.optional(v.unknown()),
    }),
    {},
  ),
  v.transform(({ lag: chosen, view }) => {
    const kept: { lag?: v.InferOutput<typeof lag> | undefined } = chosen === undefined ? {} : { lag: chosen };
    return { ...kept, view };
  }),
  v.readonly(),
);

export type CurrentView = v.InferOutput<typeof currentView>;

const placeFields = {
  /** Dotted name of the class: `com.example.shop.Cart$1`. */
  class: v.string(),
  /** File name without folders, may be empty: `Cart.java`. */
  file: v.string(),
  /** Path in native debug information, maybe of another computer; not for Java and Kotlin. */
  path: v.optional(v.string()),
  /** Line from 1, 0 unknown. */
  line: count,
};

/** An empty path counts as absent. */
function withoutEmptyPath<T extends Path>({ path, ...place }: T): Omit<T, 'path'> & Path {
  return path === undefined || path === '' ? place : { ...place, path };
}

interface Path {
  readonly path?: string | undefined;
}

const place = v.pipe(v.object(placeFields), v.transform(withoutEmptyPath), v.readonly());

/** A file and line, and the class that gives the package. */
export type SourcePlace = v.InferOutput<typeof place>;

interface Others {
  /** Call of an inlined function, opened if its own source is missing. */
  readonly call?: SourcePlace | undefined;
  /** Calling line, opened if Kotlin's line is after the file's end and no source map helps. */
  readonly caller?: SourcePlace | undefined;
  /** API level of the phone, for Android's own sources only. */
  readonly apiLevel?: number | undefined;
}

const source = v.pipe(
  v.object({
    ...placeFields,
    method: v.string(),
    call: maybe(place),
    caller: maybe(place),
    apiLevel: maybe(v.pipe(count, v.minValue(1))),
  }),
  v.transform(({ call, caller, apiLevel, ...rest }) => {
    const others: Others = { call, caller, ...(apiLevel === undefined ? {} : { apiLevel }) };
    return { ...withoutEmptyPath(rest), ...others };
  }),
  v.readonly(),
);

/** A frame's source, after corrections by Kotlin metadata and SMAP. */
export type SourceRequest = v.InferOutput<typeof source>;

const fromPage = v.variant('type', [
  /** The page can take messages. */
  bare('ready'),
  /** The page has all of the session up to now. */
  v.object({ type: v.literal('loaded'), session: v.string() }),
  v.object({ type: v.literal('share'), kind: v.picklist(shareKinds), at: v.optional(currentView, {}) }),
  v.object({ type: v.literal('open'), source, beside: v.fallback(v.boolean(), false) }),
  v.object({
    type: v.literal('threshold'),
    thresholdUs: v.pipe(v.number(), v.minValue(THRESHOLD_RANGE_US.least), v.maxValue(THRESHOLD_RANGE_US.most)),
  }),
  bare('mark'),
  bare('stop'),
  bare('save'),
  /** Record the same app again. */
  bare('repeat'),
  /** Ask for a session to compare with, for several, or for a version of the app. */
  v.object({ type: v.literal('compare'), of: v.optional(v.picklist(comparedOthers)) }),
  /** Make this session the baseline, and show the baseline's session. */
  bare('swap'),
  v.object({ type: v.literal('baseline'), baseline }),
  /** The session has several runs; `setBaseline` must name one by index. */
  v.object({ type: v.literal('baselineRuns'), runs: boundedList(run, MOST_RUNS) }),
  bare('clearBaseline'),
  /** Number of the sample's hints that were followed or closed. */
  v.object({ type: v.literal('followed'), hints: v.pipe(count, v.maxValue(sampleHints.length)) }),
  bare('retrySymbols'),
  /** Ask for a place of symbols, then search again. `wanted` names them for people. */
  v.object({ type: v.literal('locateSymbols'), wanted: cutText(300) }),
  /** Opens VS Code's settings at one. */
  v.object({ type: v.literal('openSetting'), setting: v.picklist(causeSettings) }),
  /** For the clipboard. */
  v.object({ type: v.literal('copyText'), text: cutText(MOST_COPIED) }),
  /** The selection, undefined for the whole session. */
  v.pipe(
    v.object({ type: v.literal('selection'), selection: maybe(selection) }),
    v.transform(({ type, selection: chosen }) => ({ type, selection: chosen })),
  ),
  /** The page was pressed, or a key in it, after an `open`: the focus is meant to be here. */
  bare('used'),
  v.object({ type: v.literal('failed'), text: cutText(4000) }),
]);

/** Messages of the page to the extension host. */
export type FromPage = Readonly<v.InferOutput<typeof fromPage>>;

/** Parses a page's message, as untrusted as a file. Undefined if not in the protocol. */
export function parseFromPage(value: unknown): FromPage | undefined {
  const parsed = v.safeParse(fromPage, value, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}
