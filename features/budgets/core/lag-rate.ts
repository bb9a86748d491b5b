import type { Figure } from '../../../core/analysis/chance/bootstrap.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import { uint32At } from '../../../core/columns/at.ts';
import type { BudgetRule } from './budget.ts';
import { countsLag, ruleTimeUs } from './rule-matches.ts';

const MINUTE_US = 60_000_000;

/** Lags, or their microseconds, per observed minute, on a screen per minute of it. */
export function lagRate(rule: BudgetRule, captures: readonly MeasuredSession[], what: 'count' | 'time'): Figure {
  const weights = captures.map(({ lags }) => lags.filter((lag) => countsLag(rule, lag)).map(({ us }) => (what === 'count' ? 1 : us)));
  const timesUs = captures.map((capture) => ruleTimeUs(rule, capture));
  return ratePerMinute(weights, timesUs);
}

/** @param weights of each capture's items @param timesUs observed, by capture */
function ratePerMinute(weights: readonly (readonly number[])[], timesUs: readonly number[]): Figure {
  return {
    items: weights.map(({ length }) => length),
    of: (drawn) => {
      let overUs = 0;
      for (const [capture, us] of timesUs.entries()) overUs += us * uint32At(drawn.captures, capture);
      if (overUs <= 0) return undefined;
      let sum = 0;
      for (const [capture, lags] of weights.entries()) {
        const times = drawn.items[capture];
        if (times !== undefined) for (const [item, weight] of lags.entries()) sum += weight * uint32At(times, item);
      }
      return (sum * MINUTE_US) / overUs;
    },
  };
}
