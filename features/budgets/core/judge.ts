import { bootstrapInterval, type Figure, figureValue } from '../../../core/analysis/chance/bootstrap.ts';
import type { Interval } from '../../../core/analysis/chance/interval.ts';
import { isOn } from '../../../core/analysis/measures/is-on.ts';
import { jankShare } from '../../../core/analysis/measures/jank-share.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import type { Budget, BudgetRule } from './budget.ts';
import { isAboutLags } from './budget.ts';
import { lagPercentile } from './lag-percentile.ts';
import { lagRate } from './lag-rate.ts';
import { peakMemory } from './peak-memory.ts';
import { ruleTimeUs } from './rule-matches.ts';
import { type WorstGroup, worstGroups } from './worst-groups.ts';

/** `noise`: chance may have put the value on its side of the limit. */
export type Verdict = 'held' | 'broken' | 'noise' | 'unjudged';

/** A reason not to judge a rule. */
export type NotJudged = 'noCapture' | 'tooShort' | 'noScreen' | 'noFrames' | 'noMemory' | 'noBaseline';

export interface JudgedRule {
  readonly rule: BudgetRule;
  readonly verdict: Verdict;
  /** Set for `unjudged`. */
  readonly why: NotJudged | undefined;
  /** In the measure's unit; undefined if unjudged. */
  readonly value: number | undefined;
  readonly limit: number | undefined;
  /** Of the value; against a baseline also with its spread. Undefined where chance cannot be estimated. */
  readonly interval: Interval | undefined;
  /** Undefined for a rule without one. */
  readonly before: number | undefined;
  /** Lags that count; undefined for frames and memory. */
  readonly lags: number | undefined;
  /** Those that weigh most. */
  readonly groups: readonly WorstGroup[];
}

export interface BudgetJudgement {
  /** Broken if one rule is; undecided if one was not judged, or noise must not hold. */
  readonly verdict: 'held' | 'broken' | 'undecided';
  readonly rules: readonly JudgedRule[];
  /** The three of all captures that take most time. */
  readonly groups: readonly WorstGroup[];
}

/** With fewer, chance explains any percentile: six lags lie on one side of their true median once in 64 cases, five once in 32. */
const LEAST_LAGS = 6;

/** In steps, each of at most some milliseconds. */
export function* judgeBudget(
  budget: Budget,
  captures: readonly MeasuredSession[],
  baseline: readonly MeasuredSession[],
): Generator<void, BudgetJudgement> {
  const rules: JudgedRule[] = [];
  for (const rule of budget.rules) rules.push(yield* judgeRule(rule, budget.leastUs, captures, baseline));
  return { verdict: verdictOf(rules, budget), rules, groups: worstGroups(captures) };
}

function verdictOf(rules: readonly JudgedRule[], { withinNoise }: Budget): BudgetJudgement['verdict'] {
  if (rules.some(({ verdict }) => verdict === 'broken')) return 'broken';
  const isOpen = ({ verdict }: JudgedRule): boolean => verdict === 'unjudged' || (verdict === 'noise' && withinNoise === 'undecided');
  return rules.some(isOpen) ? 'undecided' : 'held';
}

function* judgeRule(
  rule: BudgetRule,
  leastUs: number,
  captures: readonly MeasuredSession[],
  baseline: readonly MeasuredSession[],
): Generator<void, JudgedRule> {
  const isRelative = rule.limit.kind === 'more';
  const why = reasonNotToJudge(rule, leastUs, captures) ?? (isRelative ? baselineReason(rule, baseline) : undefined);
  const figure = figureOf(rule, captures);
  const lags = isAboutLags(rule) ? figure.items.reduce((sum, count) => sum + count, 0) : undefined;
  const unjudged = { rule, lags, value: undefined, limit: undefined, interval: undefined, before: undefined, groups: [] };
  if (why !== undefined) return { ...unjudged, verdict: 'unjudged', why };
  const there = isRelative ? figureOf(rule, baseline) : undefined;
  // A percentile of no lags is 0.
  const value = figureValue(figure) ?? 0;
  const before = there && (figureValue(there) ?? 0);
  const limit = limitOf(rule, before);
  const difference = ([now, then]: readonly (number | undefined)[]): number | undefined => {
    if (now === undefined) return undefined;
    return now - limitOf(rule, there && (then ?? 0));
  };
  const excess = yield* bootstrapInterval(there === undefined ? [figure] : [figure, there], difference);
  const interval = excess && { low: limit + excess.low, high: limit + excess.high };
  const verdict = verdictOn(rule, value, limit, interval, lags);
  const groups = verdict === 'held' || lags === undefined ? [] : worstGroups(captures, rule, limit);
  return { rule, verdict, why: undefined, value, limit, interval, before, lags, groups };
}

function verdictOn(rule: BudgetRule, value: number, limit: number, interval: Interval | undefined, lags: number | undefined): Verdict {
  const verdict = value > limit ? 'broken' : 'held';
  // A limit of 0 forbids: one is too many, however rare.
  if (rule.limit.kind === 'most' && limit === 0) return verdict;
  const isPercentile = rule.measure === 'p50' || rule.measure === 'p95';
  if (isPercentile && verdict === 'broken' && (lags ?? 0) < LEAST_LAGS) return 'noise';
  if (interval === undefined) return verdict;
  return interval.low <= limit && interval.high > limit ? 'noise' : verdict;
}

function limitOf({ limit }: BudgetRule, before: number | undefined): number {
  return limit.kind === 'most' ? limit.value : (before ?? 0) * (1 + limit.share);
}

function figureOf(rule: BudgetRule, captures: readonly MeasuredSession[]): Figure {
  switch (rule.measure) {
    case 'p50':
      return lagPercentile(rule, captures, 0.5);
    case 'p95':
      return lagPercentile(rule, captures, 0.95);
    case 'count':
    case 'time':
      return lagRate(rule, captures, rule.measure);
    case 'jank':
      return jankShare(rule, captures);
    case 'memory':
      return peakMemory(captures);
  }
}

function baselineReason(rule: BudgetRule, baseline: readonly MeasuredSession[]): NotJudged | undefined {
  return reasonNotToJudge(rule, 0, baseline) === undefined ? undefined : 'noBaseline';
}

function reasonNotToJudge(rule: BudgetRule, leastUs: number, captures: readonly MeasuredSession[]): NotJudged | undefined {
  const sum = (of: (capture: MeasuredSession) => number): number => captures.reduce((all, capture) => all + of(capture), 0);
  if (rule.measure === 'memory') return captures.some(({ peakBytes }) => peakBytes !== undefined) ? undefined : 'noMemory';
  if (rule.screen !== undefined && sum((each) => ruleTimeUs(rule, each)) <= 0) return 'noScreen';
  if (rule.measure === 'jank')
    return captures.some(({ frames }) => frames.some((each) => isOn(rule.screen, each))) ? undefined : 'noFrames';
  const observedUs = sum((each) => each.observedUs);
  if (observedUs <= 0) return 'noCapture';
  return observedUs < leastUs ? 'tooShort' : undefined;
}
