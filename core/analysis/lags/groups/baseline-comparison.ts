import type { Baseline, BaselineGroup } from './baseline.ts';
import type { LagGroup } from './lag-groups.ts';
import { areLocks, onlyMatch, unknownWaitKey } from './unknown-lock.ts';

export type GroupChange = 'new' | 'worse' | 'better' | 'same' | 'gone';

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
}

/**
 * Rates this many spreads apart differ by more than chance. Lags arrive like a Poisson process, whose square root spreads by one half at
 * any rate. The difference of two roots, scaled to equal time, exceeds twice its spread once in 20 comparisons (Huffman, Applied Statistics
 * 33, 1984).
 */
const LEAST_SPREADS = 2;
/** Smaller differences are useless, however certain. */
const LEAST_RATIO = 1.25;
/** The longest of several lags varies; a change is half as long again, and noticeable. */
const WORST_RATIO = 1.5;
const LEAST_WORST_US = 100_000;
/** Expected lags before a group counts as gone; by chance, none come in one of 20 cases. */
const GONE_AFTER = 3;

/**
 * Compares groups with a baseline: present groups in their order, then gone ones, most time first.
 * Only lags over both thresholds count. **New**: not in the baseline. **Worse**: a higher rate or a longer worst lag, beyond the thresholds
 * above. **Better**: the contrary, if nothing is worse. **Gone**: three lags were expected and none came; before that it is not listed. A
 * present group with only shorter lags is the **same**.
 */
export function compareWithBaseline(
  groups: readonly LagGroup[],
  baseline: Baseline,
  session: { readonly observedUs: number; readonly thresholdUs: number },
): readonly ComparedGroup[] {
  const leastUs = Math.max(session.thresholdUs, baseline.thresholdUs);
  const known = new Map(baseline.groups.map((group) => [group.key, group]));
  const matches = matchedLocks(groups, known);
  const compared: ComparedGroup[] = groups.map((group) => {
    const { key } = group;
    const keyBefore = matches.get(key) ?? key;
    const before = known.get(keyBefore);
    const now = figures(durationsOf(group), leastUs, session.observedUs);
    const was = figures(before?.durationsUs ?? [], leastUs, baseline.observedUs);
    known.delete(keyBefore);
    return { key, group, baseline: before, now, before: was, change: changeOf(now, was, session.observedUs, baseline.observedUs) };
  });
  const gone: ComparedGroup[] = [];
  const none = figures([], 0, 0);
  for (const [key, group] of known) {
    const before = figures(group.durationsUs, leastUs, baseline.observedUs);
    const expected = before.perMinute * minutes(session.observedUs);
    if (before.count > 0 && expected >= GONE_AFTER)
      gone.push({ key, change: 'gone', group: undefined, baseline: group, now: none, before });
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

export function changeCounts(compared: readonly ComparedGroup[]): Readonly<Record<GroupChange, number>> {
  const counts = { new: 0, worse: 0, better: 0, same: 0, gone: 0 };
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

function changeOf(now: GroupFigures, before: GroupFigures, nowUs: number, beforeUs: number): GroupChange {
  if (now.count === 0) return 'same';
  if (before.count === 0) return 'new';
  const rate = rateChange(now, before, nowUs, beforeUs);
  const worst = worstChange(now.worstUs, before.worstUs);
  if (rate > 0 || worst > 0) return 'worse';
  return rate < 0 || worst < 0 ? 'better' : 'same';
}

/** 1 for a higher rate, -1 for a lower one, beyond chance. */
function rateChange(now: GroupFigures, before: GroupFigures, nowUs: number, beforeUs: number): number {
  if (nowUs <= 0 || beforeUs <= 0) return 0;
  const scale = nowUs / beforeUs;
  // 3/8 makes roots of small counts spread like those of large ones (Anscombe).
  const spreads = (2 * (Math.sqrt(now.count + 0.375) - Math.sqrt(scale * (before.count + 0.375)))) / Math.sqrt(1 + scale);
  const ratio = now.perMinute / before.perMinute;
  if (spreads >= LEAST_SPREADS && ratio >= LEAST_RATIO) return 1;
  return spreads <= -LEAST_SPREADS && ratio <= 1 / LEAST_RATIO ? -1 : 0;
}

function worstChange(nowUs: number, beforeUs: number): number {
  if (Math.abs(nowUs - beforeUs) < LEAST_WORST_US) return 0;
  if (nowUs >= beforeUs * WORST_RATIO) return 1;
  return nowUs * WORST_RATIO <= beforeUs ? -1 : 0;
}
