import { numberAt } from '../../../columns/at.ts';
import { verdictOf } from '../../chance/interval.ts';
import { type RateChange, RatePart, rateChange } from '../../chance/rate-change.ts';
import type { Baseline, BaselineGroup } from './baseline.ts';
import type { LagGroup } from './lag-groups.ts';
import { areLocks, onlyMatch, unknownWaitKey } from './unknown-lock.ts';

/** `few`: in both sessions, with too few lags to judge. */
export type GroupChange = 'new' | 'worse' | 'better' | 'same' | 'few' | 'gone';

/** Changes that are listed, in the order of summaries. */
export const listedChanges = ['new', 'worse', 'better', 'gone'] as const satisfies readonly GroupChange[];

export type ListedChange = (typeof listedChanges)[number];

export function isListed<T extends { readonly change: GroupChange }>(group: T): group is T & { readonly change: ListedChange } {
  return group.change !== 'same' && group.change !== 'few';
}

/** Counts only lags that count in both sessions. Microseconds. */
export interface GroupFigures {
  readonly count: number;
  readonly totalUs: number;
  readonly worstUs: number;
  /** Lags per minute of observed time, 0 without any. */
  readonly perMinute: number;
}

export interface ComparedGroup {
  readonly key: string;
  readonly change: GroupChange;
  /** Undefined when gone. */
  readonly group: LagGroup | undefined;
  /** Undefined when new. */
  readonly baseline: BaselineGroup | undefined;
  readonly now: GroupFigures;
  readonly before: GroupFigures;
  /** Change of their time per observed minute. */
  readonly time: RateChange;
}

/** Both sides of a group as `rateChange` takes them. */
export type GroupParts = (key: string, baselineKey: string) => readonly [before: RatePart, now: RatePart];

/** Smaller changes are useless, however certain. */
const LEAST_RATIO = 1.25;
/** Expected lags before a group counts as gone; by chance, none come in one of 20 cases. */
const GONE_AFTER = 3;

/**
 * Compares groups with a baseline: present groups in their order, then gone ones, most time first.
 * Only lags over both thresholds count. **New**: not in the baseline. **Worse**: takes a quarter more time per minute, by more than chance
 * explains. **Better**: the contrary. **Few**: too few lags on both sides for that. **Gone**: three lags were expected and none came; before
 * that it is not listed. A present group with only shorter lags is the **same**. The longest lag varies too much to decide anything.
 * @param parts of sets; without it, each side is one capture
 */
export function compareWithBaseline(
  groups: readonly LagGroup[],
  baseline: Baseline,
  session: { readonly observedUs: number; readonly thresholdUs: number },
  parts?: GroupParts,
): readonly ComparedGroup[] {
  const leastUs = Math.max(session.thresholdUs, baseline.thresholdUs);
  const timeOf = (group: LagGroup | undefined, before: BaselineGroup | undefined): RateChange => {
    if (parts !== undefined) return rateChange(...parts(group?.key ?? '', before?.key ?? ''));
    const is = group === undefined ? [] : durationsOf(group);
    const was = partOf(before?.durationsUs ?? [], leastUs, baseline.observedEachUs ?? [baseline.observedUs], before?.sessions);
    return rateChange(was, partOf(is, leastUs, [session.observedUs]));
  };
  const known = new Map(baseline.groups.map((group) => [group.key, group]));
  const matches = matchedLocks(groups, known);
  const compared: ComparedGroup[] = groups.map((group) => {
    const { key } = group;
    const keyBefore = matches.get(key) ?? key;
    const before = known.get(keyBefore);
    const now = figures(durationsOf(group), leastUs, session.observedUs);
    const was = figures(before?.durationsUs ?? [], leastUs, baseline.observedUs);
    known.delete(keyBefore);
    const time = timeOf(group, before);
    return { key, group, baseline: before, now, before: was, time, change: changeOf(now, was, time) };
  });
  const gone: ComparedGroup[] = [];
  const none = figures([], 0, 0);
  for (const [key, group] of known) {
    const before = figures(group.durationsUs, leastUs, baseline.observedUs);
    const expected = before.perMinute * minutes(session.observedUs);
    if (before.count > 0 && expected >= GONE_AFTER)
      gone.push({ key, change: 'gone', group: undefined, baseline: group, now: none, before, time: timeOf(undefined, group) });
  }
  gone.sort((a, b) => b.before.totalUs - a.before.totalUs);
  return [...compared, ...gone];
}

/** The baseline's keys of groups that differ from it by a lock's unknown class only. */
function matchedLocks(groups: readonly LagGroup[], known: ReadonlyMap<string, BaselineGroup>): ReadonlyMap<string, string> {
  const present = new Set(groups.map(({ key }) => key));
  const left = new Map<string, string[]>();
  for (const key of known.keys()) {
    const unknown = present.has(key) ? undefined : unknownWaitKey(key);
    if (unknown !== undefined) left.set(unknown, [...(left.get(unknown) ?? []), key]);
  }
  const added = groups.filter(({ key, lags }) => !known.has(key) && areLocks(lags));
  const matches = added.map(({ key }) => [key, onlyMatch(key, left.get(unknownWaitKey(key) ?? '') ?? [])] as const);
  const taken = new Map<string, number>();
  for (const [, match] of matches) if (match !== undefined) taken.set(match, (taken.get(match) ?? 0) + 1);
  return new Map(matches.flatMap(([key, match]) => (match !== undefined && taken.get(match) === 1 ? [[key, match] as const] : [])));
}

export function changeCounts(compared: readonly Pick<ComparedGroup, 'change'>[]): Readonly<Record<GroupChange, number>> {
  const counts = { new: 0, worse: 0, better: 0, same: 0, few: 0, gone: 0 };
  for (const { change } of compared) counts[change]++;
  return counts;
}

/** 0 without observed time. */
export function perMinute(count: number, observedUs: number): number {
  return observedUs > 0 ? count / minutes(observedUs) : 0;
}

function minutes(us: number): number {
  return us / 60_000_000;
}

function durationsOf({ lags }: LagGroup): readonly number[] {
  return lags.map(({ beginUs, endUs }) => endUs - beginUs);
}

function figures(durationsUs: readonly number[], leastUs: number, observedUs: number): GroupFigures {
  let count = 0;
  let totalUs = 0;
  let worstUs = 0;
  for (const us of durationsUs) {
    if (us < leastUs) continue;
    count++;
    totalUs += us;
    worstUs = Math.max(worstUs, us);
  }
  return { count, totalUs, worstUs, perMinute: perMinute(count, observedUs) };
}

/** @param sessions of the lags, by place in `observedUs`; all of the first if undefined */
function partOf(
  durationsUs: readonly number[],
  leastUs: number,
  observedUs: readonly number[],
  sessions: readonly number[] = durationsUs.map(() => 0),
): RatePart {
  const part = new RatePart(observedUs);
  for (const [at, us] of durationsUs.entries()) if (us >= leastUs) part.add(numberAt(sessions, at), us);
  return part;
}

function changeOf(now: GroupFigures, before: GroupFigures, { beforeUs, nowUs, interval }: RateChange): GroupChange {
  if (now.count === 0) return 'same';
  if (before.count === 0) return 'new';
  switch (verdictOf(interval)) {
    case 'few':
      return 'few';
    case 'noise':
      return 'same';
    case 'more':
      return nowUs >= beforeUs * LEAST_RATIO ? 'worse' : 'same';
    case 'less':
      return beforeUs >= nowUs * LEAST_RATIO ? 'better' : 'same';
  }
}
