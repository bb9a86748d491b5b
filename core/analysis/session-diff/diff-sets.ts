import { numberAt } from '../../columns/at.ts';
import { type Interval, TAIL } from '../budgets/bootstrap.ts';
import type { MeasuredGroup, MeasuredSession, SourcePlace } from '../budgets/measured-session.ts';
import { FixedRandom } from '../budgets/random.ts';
import { RateDraws, rateInterval, samplesFor, type WeighedItems } from '../budgets/rate-draws.ts';
import { BASELINE_VERSION, type Baseline } from '../lags/groups/baseline.ts';
import { compareWithBaseline, type GroupChange, type GroupFigures } from '../lags/groups/baseline-comparison.ts';
import { type LagGroup, lagGroups } from '../lags/groups/lag-groups.ts';
import type { Lag } from '../lags/lag.ts';
import type { KnownFunction, LagFunction } from './lag-functions.ts';

export interface DiffCapture {
  readonly measured: MeasuredSession;
  /** Of `measured.blocking`. */
  readonly functions: readonly LagFunction[];
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
  const samples = samplesFor(Math.max(...[before, now].map((captures) => lengthsOf(captures).items.length)));
  const random = new FixedRandom();
  const draws = [yield* drawsOf(before, samples, random), yield* drawsOf(now, samples, random)] as const;
  return {
    total: timeChange(draws, [lengthsOf(before), lengthsOf(now)]),
    beforeObservedUs: observedUs(before),
    nowObservedUs: observedUs(now),
    groups: yield* diffGroups(before, now, draws, thresholdUs),
    functions: yield* diffFunctions(before, now, draws),
  };
}

/** Before, and now. */
type Draws = readonly [RateDraws, RateDraws];

function drawsOf(captures: readonly DiffCapture[], samples: number, random: FixedRandom): Generator<void, RateDraws> {
  const drawn = captures.map(({ measured }) => ({ items: measured.blocking.length, observedUs: measured.observedUs }));
  return RateDraws.of(drawn, samples, random);
}

function* diffGroups(
  before: readonly DiffCapture[],
  now: readonly DiffCapture[],
  draws: Draws,
  thresholdUs: number,
): Generator<void, readonly DiffedGroup[]> {
  const described = describedGroups([...before, ...now]);
  const groups = lagGroups(now.flatMap(({ measured }) => measured.blocking));
  const groupsBefore = lagGroups(before.flatMap(({ measured }) => measured.blocking));
  const [partsBefore, parts] = [partsByGroup(before, groupsBefore), partsByGroup(now, groups)];
  const compared = compareWithBaseline(groups, baselineOf(groupsBefore, observedUs(before), thresholdUs), {
    observedUs: observedUs(now),
    thresholdUs,
  });
  const diffed: DiffedGroup[] = [];
  for (const { key, change, group, baseline, now: nowFigures, before: beforeFigures } of compared) {
    const found = described.get(key) ?? described.get(baseline?.key ?? '');
    diffed.push({
      ...timeChange(draws, [partsBefore.get(baseline?.key) ?? nothing, parts.get(group?.key) ?? nothing]),
      key,
      change,
      label: found?.label ?? baseline?.label ?? '',
      place: found?.place,
      now: nowFigures,
      before: beforeFigures,
    });
    yield;
  }
  return diffed.sort(byChange);
}

function* diffFunctions(
  before: readonly DiffCapture[],
  now: readonly DiffCapture[],
  draws: Draws,
): Generator<void, readonly DiffedFunction[]> {
  const known = new Map([...before, ...now].flatMap(({ functions }) => functions.map((each) => [each.key, each] as const)));
  const [ratesBefore, ratesNow] = [ratesByFunction(before), ratesByFunction(now)];
  yield;
  const rateOf = (rates: ReadonlyMap<string, number>, key: string): number => rates.get(key) ?? 0;
  const candidates = Array.from(known.values(), ({ key, label, place }) => ({
    found: { key, label, place },
    change: Math.abs(rateOf(ratesNow, key) - rateOf(ratesBefore, key)),
  }));
  candidates.sort((a, b) => b.change - a.change || (a.found.key < b.found.key ? -1 : 1));
  const diffed: DiffedFunction[] = [];
  for (const { found } of candidates.slice(0, LISTED_FUNCTIONS)) {
    diffed.push({ ...found, ...timeChange(draws, [partOfFunction(before, found.key), partOfFunction(now, found.key)], FUNCTIONS_TAIL) });
    yield;
  }
  return diffed;
}

/** Microseconds per observed minute; empty without observed time. */
function ratesByFunction(captures: readonly DiffCapture[]): ReadonlyMap<string, number> {
  const minutes = observedUs(captures) / 60e6;
  const rates = new Map<string, number>();
  if (minutes <= 0) return rates;
  for (const { key, us } of captures.flatMap(({ functions }) => functions)) {
    let sum = rates.get(key) ?? 0;
    for (const each of us) sum += each / minutes;
    rates.set(key, sum);
  }
  return rates;
}

function partOfFunction(captures: readonly DiffCapture[], key: string): WeighedItems {
  const part = new Part();
  let first = 0;
  for (const { measured, functions } of captures) {
    const found = functions.find((each) => each.key === key);
    for (const [at, lag] of (found?.lags ?? []).entries()) part.add(first + lag, numberAt(found?.us ?? [], at));
    first += measured.blocking.length;
  }
  return part;
}

function timeChange(draws: Draws, [before, now]: readonly [WeighedItems, WeighedItems], tail = TAIL): TimeChange {
  const [drawsBefore, drawsNow] = draws;
  const interval = rateInterval({ draws: drawsBefore, part: before }, { draws: drawsNow, part: now }, tail);
  const isNoise = interval === undefined || (interval.low <= 0 && interval.high >= 0);
  return { beforeUs: drawsBefore.rate(before) ?? 0, nowUs: drawsNow.rate(now) ?? 0, interval, isNoise };
}

class Part implements WeighedItems {
  readonly items: number[] = [];
  readonly weights: number[] = [];

  add(item: number, weight: number): void {
    this.items.push(item);
    this.weights.push(weight);
  }
}

const nothing: WeighedItems = new Part();

/** By key. */
function partsByGroup(captures: readonly DiffCapture[], groups: readonly LagGroup[]): ReadonlyMap<string | undefined, WeighedItems> {
  const parts = new Map<string | undefined, Part>();
  const partOf = new Map<Lag, Part>();
  for (const { key, lags } of groups) {
    const part = new Part();
    parts.set(key, part);
    for (const lag of lags) partOf.set(lag, part);
  }
  for (const [item, lag] of captures.flatMap(({ measured }) => measured.blocking).entries()) partOf.get(lag)?.add(item, lengthOf(lag));
  return parts;
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

function lengthsOf(captures: readonly DiffCapture[]): WeighedItems {
  const part = new Part();
  for (const [item, lag] of captures.flatMap(({ measured }) => measured.blocking).entries()) part.add(item, lengthOf(lag));
  return part;
}

function lengthOf({ beginUs, endUs }: Lag): number {
  return endUs - beginUs;
}

function byChange(a: DiffedGroup, b: DiffedGroup): number {
  return Math.abs(b.nowUs - b.beforeUs) - Math.abs(a.nowUs - a.beforeUs) || (a.key < b.key ? -1 : 1);
}
