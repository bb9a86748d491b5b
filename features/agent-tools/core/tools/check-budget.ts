import { listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { ms, msWords } from '../answers/ms.ts';
import { groupHandle } from '../answers/short-handle.ts';
import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import { dataText, quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, list, maybe, number, object, text, usually } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { sessionArgument } from './lag-words.ts';

const MOST_SESSIONS = 20;

const args = {
  sessions: list('Sessions to judge together.', sessionArgument, 1, MOST_SESSIONS),
  budget: usually(text('Path of the budget in the workspace (docs/ci.md).', 400), 'laglens.budget.json'),
  baseline: maybe(list('Sessions that relative limits compare with.', sessionArgument, 0, MOST_SESSIONS)),
  tokenBudget,
};

const ruleVerdicts = ['held', 'broken', 'noise', 'unjudged'] as const;

const groupFields = {
  group: text('Handle, as of laglens_list_lags.', 40),
  name: data('Function or kind.'),
  at: maybe(data('FILE:LINE.')),
  count: number('Lags.'),
  worstMs: number('The longest.'),
  why: data('Its cause.'),
};

const answer = {
  verdict: choice('undecided: a rule could not be judged, or noise must not hold.', ['held', 'broken', 'undecided']),
  rules: list(
    'As in the budget.',
    object('', {
      rule: data('Its title.'),
      verdict: choice('noise: chance may have put the value on its side.', ruleVerdicts),
      says: data('The value and its limit.'),
      groups: list('What weighs most, for rules that did not hold.', object('', groupFields)),
    }),
  ),
  warnings: list('Limits of the sessions.', data('')),
  leftOut,
};

export const checkBudget = defineTool({
  name: 'laglens_check',
  title: 'Check a budget',
  description: `Sessions judged by the limits of a budget file: held, broken or undecided, with what weighs most. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

export type Check = FieldsOf<typeof answer>;

/** Arguments of `laglens check` for the same question. @param pathOf session or budget to path */
export function checkArguments(
  { sessions, budget, baseline = [] }: FieldsOf<typeof args>,
  pathOf: (session: string) => string,
): readonly string[] {
  const before = baseline.map((session) => `--baseline=${pathOf(session)}`);
  return ['--json', `--budget=${pathOf(budget)}`, ...before, '--', ...sessions.map(pathOf)];
}

/** @param json of `laglens check --json` */
export function answerCheck(json: unknown, given: FieldsOf<typeof args>): Answered<typeof answer> {
  const verdict = textField(json, 'verdict');
  const whole: Check = {
    verdict: verdict === 'held' || verdict === 'broken' ? verdict : 'undecided',
    rules: listField(json, 'rules').map(ruleFacts).sort(byVerdict),
    warnings: listField(json, 'warnings').map((warning) => dataText(String(warning))),
  };
  const next = `laglens_check ${JSON.stringify({ ...given, tokenBudget: Math.min(20_000, 4 * given.tokenBudget) })}`;
  const cuttable = [
    { key: 'rules', least: 1, next },
    { key: 'warnings', least: 1, next },
  ];
  const fitted = withinBudget(whole, cuttable, given.tokenBudget, wordsOf);
  return { answer: fitted, words: wordsOf(fitted) };
}

function ruleFacts(rule: unknown): Check['rules'][number] {
  const verdict = ruleVerdicts.find((each) => each === textField(rule, 'verdict')) ?? 'unjudged';
  return {
    rule: dataText(textField(rule, 'title')),
    verdict,
    says: dataText(textField(rule, 'text')),
    groups: verdict === 'held' ? [] : listField(rule, 'groups').map(groupFacts),
  };
}

function groupFacts(group: unknown): FieldsOf<typeof groupFields> {
  const [file, line] = [textField(group, 'file'), numberField(group, 'line') ?? 0];
  return {
    group: groupHandle(textField(group, 'key')),
    name: dataText(textField(group, 'label')),
    ...(file === '' ? {} : { at: dataText(line > 0 ? `${file}:${line}` : file) }),
    count: numberField(group, 'count') ?? 0,
    worstMs: ms(numberField(group, 'worstUs') ?? 0),
    why: dataText(textField(group, 'cause')),
  };
}

/** Broken rules first. */
function byVerdict(a: Check['rules'][number], b: Check['rules'][number]): number {
  const order = ['broken', 'unjudged', 'noise', 'held'];
  return order.indexOf(a.verdict) - order.indexOf(b.verdict);
}

function wordsOf({ verdict, rules, warnings, leftOut: missing = [] }: Check): string {
  return [
    `The budget is ${verdict}.`,
    ...rules.map(({ rule, verdict: each, says, groups }) => {
      const worst = groups.map(
        ({ name, at, worstMs }) => `${quoted(name)}${at === undefined ? '' : ` (${quoted(at)})`} ${msWords(worstMs)}`,
      );
      return `${quoted(rule)} ${each}: ${quoted(says)}${worst.length === 0 ? '' : `; ${worst.join(', ')}`}`;
    }),
    ...warnings.map((warning) => `Note: ${quoted(warning)}`),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}
