import type { MeasuredGroup, MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import type { BudgetRule } from './budget.ts';
import { countsLag } from './rule-matches.ts';

/** A group of all captures, by the lags that count for a rule. */
export interface WorstGroup extends MeasuredGroup {
  readonly count: number;
  readonly totalUs: number;
  /** Captures that have it. */
  readonly captures: number;
}

const LISTED = 3;

/** The three groups that weigh most: by number for a rate of lags, by lags above the limit for a percentile, else by time. */
export function worstGroups(captures: readonly MeasuredSession[], rule?: BudgetRule, limit = 0): readonly WorstGroup[] {
  const isPercentile = rule?.measure === 'p50' || rule?.measure === 'p95';
  const leastUs = isPercentile ? limit : 0;
  const groups = new Map<string, WorstGroup>();
  for (const { lags, groups: known } of captures) {
    const byKey = new Map(known.map((group) => [group.key, group]));
    const seen = new Set<string>();
    for (const lag of lags) {
      const group = byKey.get(lag.key);
      if (group === undefined || lag.us < leastUs || (rule !== undefined && !countsLag(rule, lag))) continue;
      const before = groups.get(lag.key);
      groups.set(lag.key, {
        ...(before === undefined || group.worstUs > before.worstUs ? group : before),
        count: (before?.count ?? 0) + 1,
        totalUs: (before?.totalUs ?? 0) + lag.us,
        captures: (before?.captures ?? 0) + (seen.has(lag.key) ? 0 : 1),
      });
      seen.add(lag.key);
    }
  }
  const weight = (each: WorstGroup): number => (rule?.measure === 'count' ? each.count : each.totalUs);
  return [...groups.values()].sort((a, b) => weight(b) - weight(a) || b.totalUs - a.totalUs || (a.key < b.key ? -1 : 1)).slice(0, LISTED);
}
