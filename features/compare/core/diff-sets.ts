import { type RateChange, RatePart, rateChange, SPREADS } from '../../../core/analysis/chance/rate-change.ts';
import { BASELINE_VERSION, type Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { compareWithBaseline, type GroupChange, type GroupFigures } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { type LagGroup, lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { MeasuredGroup, MeasuredSession, SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import type { KnownFunction, LagFunction } from './lag-functions.ts';

export interface DiffCapture {
  readonly measured: MeasuredSession;
  /** Functions of `measured.blocking`. */
  readonly functions: readonly LagFunction[];
}

export interface DiffedGroup extends RateChange {
  readonly key: string;
  readonly change: GroupChange;
  readonly label: string;
  readonly place: SourcePlace | undefined;
  readonly before: GroupFigures;
  readonly now: GroupFigures;
}

export interface DiffedFunction extends RateChange, KnownFunction {}

export interface SessionDiff {
  /** Total of all lags. */
  readonly total: RateChange;
  readonly beforeObservedUs: number;
  readonly nowObservedUs: number;
  /** The largest change first. */
  readonly groups: readonly DiffedGroup[];
  /** The largest changes. */
  readonly functions: readonly DiffedFunction[];
}

const LISTED_FUNCTIONS = 30;
/** Of 30 functions, one would lie outside 95 % by chance. */
const FUNCTIONS_SPREADS = SPREADS.percent99;

/** In steps. @param thresholdUs of both sets */
export function* diffSets(before: readonly DiffCapture[], now: readonly DiffCapture[], thresholdUs: number): Generator<void, SessionDiff> {
  return {
    total: rateChange(allLags(before), allLags(now)),
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
  const [partsBefore, parts] = [partsByGroup(before, groupsBefore), partsByGroup(now, groups)];
  const seen = { observedUs: observedUs(now), thresholdUs };
  const compared = compareWithBaseline(groups, baselineOf(groupsBefore, observedUs(before), thresholdUs), seen, (key, baselineKey) => [
    partsBefore.get(baselineKey) ?? emptyPart(before),
    parts.get(key) ?? emptyPart(now),
  ]);
  const diffed: DiffedGroup[] = [];
  for (const { key, change, baseline, time, now: nowFigures, before: beforeFigures } of compared) {
    const found = described.get(key) ?? described.get(baseline?.key ?? '');
    diffed.push({
      ...time,
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

function* diffFunctions(before: readonly DiffCapture[], now: readonly DiffCapture[]): Generator<void, readonly DiffedFunction[]> {
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
    diffed.push({ ...found, ...rateChange(partOfFunction(before, found.key), partOfFunction(now, found.key), FUNCTIONS_SPREADS) });
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

function partOfFunction(captures: readonly DiffCapture[], key: string): RatePart {
  const part = emptyPart(captures);
  for (const [capture, { functions }] of captures.entries()) {
    const found = functions.find((each) => each.key === key);
    for (const us of found?.us ?? []) part.add(capture, us);
  }
  return part;
}

/** Parts by the groups' keys. */
function partsByGroup(captures: readonly DiffCapture[], groups: readonly LagGroup[]): ReadonlyMap<string, RatePart> {
  const parts = new Map<string, RatePart>();
  const partOf = new Map<Lag, RatePart>();
  for (const { key, lags } of groups) {
    const part = emptyPart(captures);
    parts.set(key, part);
    for (const lag of lags) partOf.set(lag, part);
  }
  for (const [capture, { measured }] of captures.entries())
    for (const lag of measured.blocking) partOf.get(lag)?.add(capture, lengthOf(lag));
  return parts;
}

function allLags(captures: readonly DiffCapture[]): RatePart {
  const part = emptyPart(captures);
  for (const [capture, { measured }] of captures.entries()) for (const lag of measured.blocking) part.add(capture, lengthOf(lag));
  return part;
}

function emptyPart(captures: readonly DiffCapture[]): RatePart {
  return new RatePart(captures.map(({ measured }) => measured.observedUs));
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

function lengthOf({ beginUs, endUs }: Lag): number {
  return endUs - beginUs;
}

function byChange(a: DiffedGroup, b: DiffedGroup): number {
  return Math.abs(b.nowUs - b.beforeUs) - Math.abs(a.nowUs - a.beforeUs) || (a.key < b.key ? -1 : 1);
}
