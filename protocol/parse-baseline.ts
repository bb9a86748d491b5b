import * as v from 'valibot';
import {
  BASELINE_VERSION,
  type Baseline,
  baselineSystems,
  LONGEST_TEXT,
  MOST_GROUPS,
  MOST_THREADS,
} from '../core/analysis/lags/groups/baseline.ts';
import { type BaselineTree, MOST_TREE_ROWS } from '../core/analysis/lags/groups/baseline-tree.ts';
import type { LagKind } from '../core/analysis/lags/lag.ts';
import { kindTexts } from '../core/analysis/lags/lag-texts.ts';
import { boundedList, type SchemaOf } from './schemas.ts';

/** More lags than a baseline may list. */
const MOST_DURATIONS = 500_000;
/** More sessions than a comparison reads. */
const MOST_SESSIONS = 1_000;

const text = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const kind = v.custom<LagKind>((value) => typeof value === 'string' && Object.hasOwn(kindTexts, value));
const times = boundedList(time, MOST_TREE_ROWS);
const rows = boundedList(v.pipe(time, v.integer()), MOST_TREE_ROWS);

const tree: SchemaOf<BaselineTree> = v.pipe(
  v.object({
    names: boundedList(text, MOST_TREE_ROWS + 1),
    parent: rows,
    name: rows,
    selfUs: times,
    busyUs: times,
    blockedUs: times,
  }),
  v.check(({ parent, name, selfUs, busyUs, blockedUs }) =>
    [name, selfUs, busyUs, blockedUs].every(({ length }) => length === parent.length),
  ),
  // Callers are before what they call.
  v.check(({ parent }) => parent.every((caller, row) => (row === 0 ? caller === 0 : caller < row))),
  v.check(({ name, names }) => name.every((row) => row < names.length)),
);

const place = v.pipe(time, v.integer());
const durations = { durationsUs: boundedList(time, MOST_DURATIONS), sessions: v.exactOptional(boundedList(place, MOST_DURATIONS)) };

const groups = v.pipe(
  boundedList(v.object({ key: text, label: text, kind, ...durations }), MOST_GROUPS),
  v.check((each) => each.every(({ durationsUs, sessions }) => sessions === undefined || sessions.length === durationsUs.length)),
  v.check((each) => each.reduce((sum, { durationsUs }) => sum + durationsUs.length, 0) <= MOST_DURATIONS),
);

const range = v.pipe(
  v.object({ beginUs: time, endUs: time }),
  v.check(({ beginUs, endUs }) => beginUs <= endUs),
);

const fields = v.object({
  version: v.literal(BASELINE_VERSION),
  title: text,
  session: text,
  // Older ones do not name their app.
  app: v.optional(text, ''),
  system: v.exactOptional(v.picklist(baselineSystems)),
  isImport: v.exactOptional(v.literal(true)),
  sessions: v.exactOptional(v.pipe(time, v.integer(), v.minValue(2))),
  untilUs: time,
  range: v.exactOptional(range),
  recordedMs: time,
  observedUs: time,
  observedEachUs: v.exactOptional(boundedList(time, MOST_SESSIONS)),
  thresholdUs: time,
  groups,
  threads: boundedList(v.object({ name: text, tree }), MOST_THREADS),
});

export const baseline: SchemaOf<Baseline> = v.pipe(
  fields,
  // Lags are of sessions that it has.
  v.check(({ observedEachUs = [0], groups }) =>
    groups.every(({ sessions = [] }) => sessions.every((session) => session < observedEachUs.length)),
  ),
);

/** Copies the known fields; undefined for another version or bad values. */
export function parseBaseline(value: unknown): Baseline | undefined {
  const parsed = v.safeParse(baseline, value, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}
