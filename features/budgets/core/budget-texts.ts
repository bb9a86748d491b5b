import { chanceTexts } from '../../../core/analysis/chance/chance-texts.ts';
import { screenName } from '../../../core/analysis/lags/screens.ts';
import { countedLags } from '../../../core/analysis/report/counted-lags.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { fillIn } from '../../../core/fill-in.ts';
import type { BudgetRule, Measure } from './budget.ts';
import type { BudgetJudgement, JudgedRule, NotJudged, Verdict } from './judge.ts';
import type { WorstGroup } from './worst-groups.ts';

const titles: Readonly<Record<Measure, string>> = {
  p50: 'Median of lags over {0}',
  p95: '95th percentile of lags over {0}',
  count: 'Number of lags over {0}',
  time: 'Time in lags over {0}',
  jank: 'Late frames',
  memory: 'Peak memory',
};

export const verdictTexts: Readonly<Record<Verdict, string>> = {
  held: 'held',
  broken: 'broken',
  noise: chanceTexts.noise,
  unjudged: 'not judged',
};

export const notJudgedTexts: Readonly<Record<NotJudged, string>> = {
  noCapture: 'No capture has a main thread that was observed.',
  tooShort: 'The captures are shorter than leastSeconds.',
  noScreen: 'No capture shows this screen.',
  noFrames: 'No capture has frames.',
  noMemory: 'No capture has the memory of the process.',
  noBaseline: 'Captures to compare with are needed (--baseline) that have this measure.',
};

export const judgementTexts: Readonly<Record<BudgetJudgement['verdict'], string>> = {
  held: 'The budget holds.',
  broken: 'The budget is broken.',
  undecided: 'The budget could not be judged.',
};

/** The rule's name, else its measure and scope. Has names of sessions and budget files in it. */
export function ruleTitle({ name, measure, overUs, group, screen }: BudgetRule): string {
  if (name !== '') return name;
  const of = group === undefined ? '' : ` of ${group}`;
  const on = screen === undefined ? '' : ` on ${screenName(screen)}`;
  return `${fillIn(titles[measure], [formatDuration(overUs)])}${of}${on}`;
}

/** `412 ms (95 % interval 380 ms to 460 ms) of 23 lags; at most 400 ms`, or why there is none. */
export function judgedSentence(judged: JudgedRule): string {
  const { rule, value, limit, interval, before, lags, why } = judged;
  if (why !== undefined) return notJudgedTexts[why];
  if (value === undefined || limit === undefined) return '';
  const range =
    interval === undefined || (interval.low === value && interval.high === value)
      ? ''
      : ` (95 % interval ${amount(rule.measure, interval.low).replace(/ per minute$/, '')} to ${amount(rule.measure, interval.high)})`;
  const count = lags === undefined ? '' : ` of ${countedLags(lags)}`;
  const baseline =
    before === undefined || rule.limit.kind === 'most'
      ? ''
      : `, ${amount(rule.measure, before)} in the baseline and ${percent(rule.limit.share)} more`;
  return `${amount(rule.measure, value)}${range}${count}; at most ${amount(rule.measure, limit)}${baseline}`;
}

/** The remark for results that chance may explain; '' for others. */
export function noiseRemark({ rule, verdict, value, limit }: JudgedRule): string {
  if (verdict !== 'noise' || value === undefined || limit === undefined) return '';
  const isEqual = amount(rule.measure, value) === amount(rule.measure, limit);
  const side = isEqual ? 'at' : value > limit ? 'above' : 'below';
  return `The value is ${side} the limit, but chance may explain it: more or longer captures decide.`;
}

function amount(measure: Measure, value: number): string {
  switch (measure) {
    case 'p50':
    case 'p95':
      return formatDuration(Math.max(0, value));
    case 'count':
      return `${number(value)} per minute`;
    case 'time':
      return `${formatDuration(Math.max(0, value))} per minute`;
    case 'jank':
      return percent(value);
    case 'memory':
      return `${Math.round(value / 2 ** 20)} MB`;
  }
}

function percent(share: number): string {
  return `${number(share * 100)} %`;
}

/** At most two decimals, without zeros at the end. */
function number(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** `12 lags, 3.40 s, longest 612 ms, in 2 captures` */
export function groupFigures({ count, totalUs, worstUs, captures }: WorstGroup): string {
  const lags = `${countedLags(count)}, ${formatDuration(totalUs)}, longest ${formatDuration(worstUs)}`;
  return captures > 1 ? `${lags}, in ${captures} captures` : lags;
}
