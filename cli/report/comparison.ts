import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import {
  type ComparedGroup,
  compareWithBaseline,
  type GroupChange,
  type GroupFigures,
  isListed,
} from '../../core/analysis/lags/groups/baseline-comparison.ts';
import { changedWords, changeTexts } from '../../core/analysis/lags/groups/change-texts.ts';
import { lagGroups } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts } from '../../core/analysis/lags/lag-texts.ts';
import { observedUs } from '../../core/analysis/threads/observed-time.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

interface ReportGroup {
  readonly key: string;
  readonly change: GroupChange;
  /** The frame to blame, or the kind in words. */
  readonly label: string;
  readonly now: GroupFigures;
  readonly before: GroupFigures;
}

export interface ReportComparison {
  readonly name: string;
  readonly observedUs: number;
  readonly baselineObservedUs: number;
  readonly thresholdUs: number;
  /** The largest change first, gone groups last. */
  readonly groups: readonly ReportGroup[];
}

const order: Readonly<Record<GroupChange, number>> = { new: 0, worse: 1, better: 2, same: 3, few: 3, gone: 4 };

export function comparison(model: SessionModel, lags: readonly Lag[], thresholdUs: number, baseline: Baseline): ReportComparison {
  const seenUs = observedUs(model);
  const compared = compareWithBaseline(lagGroups(lags), baseline, { observedUs: seenUs, thresholdUs });
  const groups = compared.map((each) => ({
    key: each.key,
    change: each.change,
    label: labelOf(model, each),
    now: each.now,
    before: each.before,
  }));
  return {
    name: baseline.title,
    observedUs: seenUs,
    baselineObservedUs: baseline.observedUs,
    thresholdUs: Math.max(thresholdUs, baseline.thresholdUs),
    groups: groups.sort((a, b) => order[a.change] - order[b.change] || weight(b) - weight(a)),
  };
}

function weight({ now, before }: ReportGroup): number {
  return now.totalUs || before.totalUs;
}

function labelOf(model: SessionModel, { group, baseline }: ComparedGroup): string {
  const latest = group?.latest;
  if (latest?.culprit !== undefined) return frameOf(model, latest.culprit.node).label;
  if (latest === undefined && baseline !== undefined && baseline.label !== '') return baseline.label;
  return `(${lagTexts[kindTexts[latest?.kind ?? baseline?.kind ?? 'message']].replace(/ \{0\}/, '')})`;
}

/** Times are in milliseconds. */
export function comparisonJson({ name, groups, ...known }: ReportComparison) {
  const ms = (us: number): number => Math.round(us) / 1_000;
  const figures = ({ count, totalUs, worstUs, perMinute }: GroupFigures) => ({
    count,
    totalMs: ms(totalUs),
    worstMs: ms(worstUs),
    perMinute: Number(perMinute.toFixed(3)),
  });
  return {
    session: name,
    observedMs: ms(known.observedUs),
    baselineObservedMs: ms(known.baselineObservedUs),
    thresholdMs: ms(known.thresholdUs),
    groups: groups.map(({ key, change, label, now, before }) => ({ key, change, label, now: figures(now), before: figures(before) })),
  };
}

/** A sentence and one row for each changed group. */
export function comparisonRows({ name, groups, observedUs, baselineObservedUs }: ReportComparison): {
  readonly sentence: string;
  readonly rows: readonly (readonly string[])[];
} {
  const changed = groups.filter(isListed);
  const watched = `${seconds(observedUs)} s watched, ${seconds(baselineObservedUs)} s before`;
  return {
    sentence: `Compared with ${name} (${watched}): ${changedWords(groups, 'nothing changed beyond chance')}`,
    rows: changed.map(({ change, label, now, before }) => [
      changeTexts[change],
      arrow(String(before.count), String(now.count)),
      arrow(before.perMinute.toFixed(1), now.perMinute.toFixed(1)),
      `${arrow(milliseconds(before.worstUs), milliseconds(now.worstUs))} ms`,
      label,
    ]),
  };
}

function arrow(before: string, now: string): string {
  return `${before} -> ${now}`;
}

function milliseconds(us: number): string {
  return String(Math.round(us / 1_000));
}

function seconds(us: number): string {
  return (us / 1e6).toFixed(1);
}
