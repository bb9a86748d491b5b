import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { msWords } from '../answers/ms.ts';
import { groupHandle } from '../answers/short-handle.ts';
import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import { dataText, quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, list, maybe, number, object, text, usually } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { sessionArgument } from './lag-words.ts';

const MOST_SESSIONS = 20;
const MOST_GROUPS = 100;

const args = {
  before: list('Sessions before the change.', sessionArgument, 1, MOST_SESSIONS),
  after: list('Sessions after it.', sessionArgument, 1, MOST_SESSIONS),
  minMs: usually(number('Shortest lag that counts.', 1, 600_000), 100),
  tokenBudget,
};

const verdicts = ['better', 'worse', 'within noise', 'too few'] as const;
const changes = [...verdicts, 'little', 'new', 'gone'] as const;

const changeFields = {
  beforeMsPerMinute: number('Time in lags per observed minute.'),
  afterMsPerMinute: number('The same after.'),
  changeMs: number('Its change; negative is better.', Number.MIN_SAFE_INTEGER),
  interval: maybe(
    list(
      '95 % interval of the change, low and high; left out where chance cannot be estimated.',
      number('', Number.MIN_SAFE_INTEGER),
      2,
      2,
    ),
  ),
};

const answer = {
  verdict: choice('Of all lags together: within noise is no improvement, too few says nothing.', verdicts),
  beforeObservedMs: number('Time in which lags could be seen.'),
  afterObservedMs: number('The same after.'),
  ...changeFields,
  groups: list(
    'The largest change first.',
    object('', {
      group: text('Handle, as of laglens_list_lags.', 40),
      change: choice('little: certain, but less than a quarter. gone: at least three were expected, and none came.', changes),
      name: data('Function or kind.'),
      at: maybe(data('FILE:LINE.')),
      beforeCount: number('Lags.'),
      afterCount: number('Lags.'),
      ...changeFields,
    }),
  ),
  warnings: list('Limits of the comparison.', data('')),
  leftOut,
};

export const compareSessions = defineTool({
  name: 'laglens_compare',
  title: 'Compare sessions',
  description: `Whether a change helped: time in lags per minute before and after, with its 95 % interval, in all and per group: better, worse, within noise, new, gone. Only better or gone is an improvement. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

export type Comparison = FieldsOf<typeof answer>;

/** Arguments of `laglens diff` for the same question. @param pathOf session to path */
export function diffArguments({ before, after, minMs }: FieldsOf<typeof args>, pathOf: (session: string) => string): readonly string[] {
  const [first = '', ...more] = before.map(pathOf);
  const [second = '', ...later] = after.map(pathOf);
  const added = (option: string, paths: readonly string[]): readonly string[] => paths.map((path) => `${option}=${path}`);
  return ['--json', `--threshold=${minMs}ms`, ...added('--before', more), ...added('--after', later), '--', first, second];
}

/** @param json of `laglens diff --json` */
export function answerCompare(json: unknown, given: FieldsOf<typeof args>): Answered<typeof answer> {
  const groups = listField(json, 'groups').slice(0, MOST_GROUPS);
  const whole: Comparison = {
    verdict: verdictOf(field(json, 'total')),
    beforeObservedMs: numberField(field(json, 'before'), 'observedMs') ?? 0,
    afterObservedMs: numberField(field(json, 'after'), 'observedMs') ?? 0,
    ...changeFacts(field(json, 'total')),
    groups: groups.map(groupFacts),
    warnings: listField(json, 'warnings').map((warning) => dataText(String(warning))),
  };
  const next = `laglens_compare ${JSON.stringify({ ...given, tokenBudget: Math.min(20_000, 4 * given.tokenBudget) })}`;
  const cuttable = [
    { key: 'groups', least: 1, next },
    { key: 'warnings', least: 1, next },
  ];
  const fitted = withinBudget(whole, cuttable, given.tokenBudget, wordsOf);
  return { answer: fitted, words: wordsOf(fitted) };
}

function groupFacts(group: unknown): Comparison['groups'][number] {
  const [file, line] = [textField(group, 'file'), numberField(group, 'line') ?? 0];
  return {
    group: groupHandle(textField(group, 'key')),
    change: changeOf(group),
    name: dataText(textField(group, 'label')),
    ...(file === '' ? {} : { at: dataText(line > 0 ? `${file}:${line}` : file) }),
    beforeCount: numberField(field(group, 'before'), 'count') ?? 0,
    afterCount: numberField(field(group, 'after'), 'count') ?? 0,
    ...changeFacts(group),
  };
}

function changeOf(group: unknown): (typeof changes)[number] {
  const change = textField(group, 'change');
  if (change === 'few') return 'too few';
  if (change === 'same') return field(group, 'withinNoise') === true ? 'within noise' : 'little';
  return changes.find((each) => each === change) ?? 'too few';
}

function changeFacts(of: unknown): FieldsOf<typeof changeFields> {
  const interval = listField(of, 'interval').filter((each) => typeof each === 'number');
  return {
    beforeMsPerMinute: tenth(numberField(of, 'beforeMsPerMinute')),
    afterMsPerMinute: tenth(numberField(of, 'afterMsPerMinute')),
    changeMs: tenth(numberField(of, 'changeMsPerMinute')),
    ...(interval.length === 2 ? { interval: interval.map(tenth) } : {}),
  };
}

function verdictOf(total: unknown): Comparison['verdict'] {
  if (listField(total, 'interval').length === 0) return 'too few';
  if (field(total, 'withinNoise') === true) return 'within noise';
  return (numberField(total, 'changeMsPerMinute') ?? 0) < 0 ? 'better' : 'worse';
}

function tenth(value: number | undefined): number {
  return Math.round((value ?? 0) * 10) / 10;
}

function wordsOf({ verdict, groups, warnings, leftOut: missing = [], ...total }: Comparison): string {
  return [
    `${verdictWords(verdict, total)}, from ${msWords(total.beforeMsPerMinute)} to ${msWords(total.afterMsPerMinute)} of lags per minute.`,
    ...groups.map(({ group, change, name, at, beforeCount, afterCount, ...each }) => {
      const counts = `${beforeCount} -> ${afterCount} lags`;
      return `${group} ${quoted(name)}${at === undefined ? '' : ` (${quoted(at)})`}: ${verdictWords(change, each)}, ${counts}`;
    }),
    ...warnings.map((warning) => `Note: ${quoted(warning)}`),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}

/** `better by 312 ms (95 %: 250 to 370 ms)` */
function verdictWords(verdict: string, { changeMs, interval = [] }: Pick<Comparison, 'changeMs' | 'interval'>): string {
  const [low = 0, high = 0] = interval;
  const isLess = changeMs < 0;
  const range = interval.length === 0 ? '' : ` (95 %: ${isLess ? `${-high} to ${-low}` : `${low} to ${high}`} ms)`;
  if (verdict === 'better' || verdict === 'worse') return `${verdict} by ${msWords(Math.abs(changeMs))}${range}`;
  return `${verdict}, ${changeMs > 0 ? '+' : ''}${changeMs} ms${interval.length === 0 ? '' : ` (95 %: ${low} to ${high} ms)`}`;
}
