import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { codeCell, codeSpan, plainMarkdown } from '../../../core/text/markdown-text.ts';
import { judgedSentence, judgementTexts, noiseRemark, ruleTitle, verdictTexts } from '../core/budget-texts.ts';
import type { WorstGroup } from '../core/worst-groups.ts';
import type { Checked } from './checked.ts';

const LONGEST = 200;
const LONGEST_CAUSE = 400;

/** A summary for a pull request: each rule, then the three worst groups with their lines and causes. */
export function checkMarkdown(checked: Checked): string {
  const { judgement, captures, baseline, warnings } = checked;
  const compared = baseline.length === 0 ? [] : [`Compared with: ${namesOf(baseline)}`];
  const rules = judgement.rules.map((judged) => {
    const result = [judgedSentence(judged), noiseRemark(judged)].filter((text) => text !== '').join('. ');
    return [verdictTexts[judged.verdict], plainMarkdown(ruleTitle(judged.rule), LONGEST), plainMarkdown(result)];
  });
  const parts = [
    '# Laglens budget',
    judgementTexts[judgement.verdict],
    table(['result', 'rule', 'value'], rules),
    ...groupParts(judgement.groups, checked),
    [`Captures: ${namesOf(captures)}`, ...compared, ...warnings.map((text) => plainMarkdown(text))].join('\n\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function groupParts(groups: readonly WorstGroup[], { places }: Checked): readonly string[] {
  if (groups.length === 0) return [];
  const rows = groups.map(({ key, label, count, totalUs, worstUs, cause }) => {
    const place = places.get(key);
    return [
      codeCell(label, LONGEST),
      place === undefined ? '' : codeCell(`${place.path}:${place.line}`, LONGEST),
      String(count),
      formatDuration(totalUs),
      formatDuration(worstUs),
      plainMarkdown(cause, LONGEST_CAUSE),
    ];
  });
  return ['Groups of lags with the most time:', table(['function', 'line', 'lags', 'total', 'longest', 'cause'], rows)];
}

function namesOf(names: readonly string[]): string {
  return names.map((name) => codeSpan(name, LONGEST)).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
