import type { Figure } from '../../../core/analysis/chance/bootstrap.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import { uint32At } from '../../../core/columns/at.ts';
import type { BudgetRule } from './budget.ts';
import { countsLag } from './rule-matches.ts';

interface RankedLag {
  readonly us: number;
  readonly capture: number;
  readonly item: number;
}

/** A percentile of lags by the nearest rank: of n lags the ⌈share · n⌉th from the shortest, so always a lag that was. */
export function lagPercentile(rule: BudgetRule, captures: readonly MeasuredSession[], share: number): Figure {
  const counted = captures.map(({ lags }) => lags.filter((lag) => countsLag(rule, lag)));
  const ranked: readonly RankedLag[] = counted
    .flatMap((lags, capture) => lags.map(({ us }, item) => ({ us, capture, item })))
    .sort((a, b) => a.us - b.us);
  return {
    items: counted.map(({ length }) => length),
    of: ({ items }) => {
      let all = 0;
      for (const times of items) for (const count of times) all += count;
      if (all === 0) return undefined;
      // Products such as 0.95 · 40 may be a little too large.
      let left = Math.ceil(share * all - 1e-9);
      for (const { us, capture, item } of ranked) {
        const times = items[capture];
        left -= times === undefined ? 0 : uint32At(times, item);
        if (left <= 0) return us;
      }
      return undefined;
    },
  };
}
