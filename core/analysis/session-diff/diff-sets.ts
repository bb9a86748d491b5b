import { bootstrapInterval, type Figure, figureValue, type Interval } from '../budgets/bootstrap.ts';
import { ratePerMinute } from '../budgets/lag-rate.ts';
import type { MeasuredGroup, MeasuredSession, SourcePlace } from '../budgets/measured-session.ts';
import { BASELINE_VERSION, type Baseline } from '../lags/groups/baseline.ts';
import { compareWithBaseline, type GroupChange, type GroupFigures } from '../lags/groups/baseline-comparison.ts';
import { type LagGroup, lagGroups } from '../lags/groups/lag-groups.ts';
import type { Lag } from '../lags/lag.ts';
import type { KnownFunction, LagFunctions } from './lag-functions.ts';

export interface DiffCapture {
  readonly measured: MeasuredSession;
  /** By lag of `measured.blocking`. */
  readonly functions: LagFunctions;
}

/** Microseconds per observed minute. */
export interface TimeChange {
  readonly beforeUs: number;
  readonly nowUs: number;
  /** Of the difference; undefined where chance cannot be estimated. */
  readonly interval: Interval | undefined;
  /** The interval has 0 in it, or is unknown. */
  readonly isNoise: boolean;
}

export interface DiffedGroup extends TimeChange {
  readonly key: string;
  readonly change: GroupChange;
  readonly label: string;
  readonly place: SourcePlace | undefined;
  readonly before: GroupFigures;
  readonly now: GroupFigures;
}

export interface DiffedFunction extends TimeChange, KnownFunction {}

export interface SessionDiff {
  /** Of all lags. */
  readonly total: TimeChange;
  readonly beforeObservedUs: number;
  readonly nowObservedUs: number;
  /** The largest change first. */
  readonly groups: readonly DiffedGroup[];
  /** The largest changes. */
  readonly functions: readonly DiffedFunction[];
}

const LISTED_FUNCTIONS = 30;
/** Of 30 functions, one would lie outside 95 % by chance. */
const FUNCTIONS_TAIL = 0.005;

/** In steps. @param thresholdUs of both sets */
export function* diffSets(before: readonly DiffCapture[], now: readonly DiffCapture[], thresholdUs: number): Generator<void, SessionDiff> {
  return {
    total: yield* timeChange(lengthsOf(before), lengthsOf(now)),
    beforeObservedUs: observedUs(before),
    nowObservedUs: observedUs(now),
    groups: yield* diffGroups(before, now, thresholdUs),
    functions: yield* diffFunctions(before, now),
  };
}

function* diffGroups(
  before: readonly DiffCapture[],
  now: readonly DiffCapture[],
  thresholdUs: number,
): Generator<void, readonly DiffedGroup[]> {
  const described = describedGroups([...before, ...now]);
  const groups = lagGroups(now.flatMap(({ measured }) => measured.blocking));
  const groupsBefore = lagGroups(before.flatMap(({ measured }) => measured.blocking));
  const lagsBefore = new Map(groupsBefore.map(({ key, lags }) => [key, new Set(lags)]));
  const compared = compareWithBaseline(groups, baselineOf(groupsBefore, observedUs(before), thresholdUs), {
    observedUs: observedUs(now),
    thresholdUs,
  });
  const diffed: DiffedGroup[] = [];
  for (const { key, change, group, baseline, now: nowFigures, before: beforeFigures } of compared) {
    const found = described.get(key) ?? described.get(baseline?.key ?? '');
    const time = yield* timeChange(
      lengthsOf(before, lagsBefore.get(baseline?.key ?? '') ?? new Set()),
      lengthsOf(now, new Set(group?.lags)),
    );
    diffed.push({
      ...time,
      key,
      change,
      label: found?.label ?? baseline?.label ?? '',
      place: found?.place,
      now: nowFigures,
      before: beforeFigures,
    });
  }
  return diffed.sort(byChange);
}

function* diffFunctions(before: readonly DiffCapture[], now: readonly DiffCapture[]): Generator<void, readonly DiffedFunction[]> {
  const known = new Map([...before, ...now].flatMap(({ functions }) => [...functions.known]));
  const times = new Map<DiffCapture, ReadonlyMap<string, readonly number[]>>();
  for (const capture of [...before, ...now]) {
    times.set(capture, timesByFunction(capture));
    yield;
  }
  const timesOf = (captures: readonly DiffCapture[], key: string): Figure =>
    rateOf(captures, (capture) => times.get(capture)?.get(key) ?? []);
  const candidates: { readonly found: KnownFunction; readonly figures: readonly [Figure, Figure]; readonly change: number }[] = [];
  for (const [key, found] of known) {
    const figures = [timesOf(before, key), timesOf(now, key)] as const;
    candidates.push({ found, figures, change: Math.abs((figureValue(figures[1]) ?? 0) - (figureValue(figures[0]) ?? 0)) });
    yield;
  }
  candidates.sort((a, b) => b.change - a.change || (a.found.key < b.found.key ? -1 : 1));
  const diffed: DiffedFunction[] = [];
  for (const { found, figures } of candidates.slice(0, LISTED_FUNCTIONS)) {
    diffed.push({ ...found, ...(yield* timeChange(...figures, FUNCTIONS_TAIL)) });
  }
  return diffed;
}

/** Of each lag that ran it: a lookup of every function in every lag would take minutes. */
function timesByFunction({ functions }: DiffCapture): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const lag of functions.lags) {
    for (const [key, us] of lag) {
      const known = times.get(key);
      if (known === undefined) times.set(key, [us]);
      else known.push(us);
    }
  }
  return times;
}

function* timeChange(before: Figure, now: Figure, tail?: number): Generator<void, TimeChange> {
  const difference = ([then = 0, after]: readonly (number | undefined)[]): number | undefined =>
    after === undefined ? undefined : after - then;
  const interval = yield* bootstrapInterval([before, now], difference, tail);
  const isNoise = interval === undefined || (interval.low <= 0 && interval.high >= 0);
  return { beforeUs: figureValue(before) ?? 0, nowUs: figureValue(now) ?? 0, interval, isNoise };
}

function rateOf(captures: readonly DiffCapture[], lengthsUs: (capture: DiffCapture) => readonly number[]): Figure {
  return ratePerMinute(
    captures.map(lengthsUs),
    captures.map(({ measured }) => measured.observedUs),
  );
}

function observedUs(captures: readonly DiffCapture[]): number {
  return captures.reduce((sum, { measured }) => sum + measured.observedUs, 0);
}

/** By key; of equals the one with the longest lag. */
function describedGroups(captures: readonly DiffCapture[]): ReadonlyMap<string, MeasuredGroup> {
  const groups = captures.flatMap(({ measured }) => measured.groups).sort((a, b) => a.worstUs - b.worstUs);
  return new Map(groups.map((group) => [group.key, group]));
}

function baselineOf(groups: readonly LagGroup[], seenUs: number, thresholdUs: number): Baseline {
  const about = { version: BASELINE_VERSION, title: '', session: '', app: '', untilUs: 0, recordedMs: 0, threads: [] } as const;
  const kept = groups.map(({ key, lags, latest }) => ({
    key,
    label: '',
    kind: latest.kind,
    durationsUs: lags.map(lengthOf).sort((a, b) => b - a),
  }));
  return { ...about, observedUs: seenUs, thresholdUs, groups: kept };
}

/** @param only these lags; all if left out */
function lengthsOf(captures: readonly DiffCapture[], only?: ReadonlySet<Lag>): Figure {
  return rateOf(captures, ({ measured }) => measured.blocking.filter((lag) => only?.has(lag) ?? true).map(lengthOf));
}

function lengthOf({ beginUs, endUs }: Lag): number {
  return endUs - beginUs;
}

function byChange(a: DiffedGroup, b: DiffedGroup): number {
  return Math.abs(b.nowUs - b.beforeUs) - Math.abs(a.nowUs - a.beforeUs) || (a.key < b.key ? -1 : 1);
}
