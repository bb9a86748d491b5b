import { oneLine } from '../../../core/text/one-line.ts';
import { terminalLine } from '../../../core/text/terminal-text.ts';
import { buildLogLine } from '../../../core/text/workflow-command.ts';
import { groupFigures, judgedSentence, judgementTexts, noiseRemark, ruleTitle, verdictTexts } from '../core/budget-texts.ts';
import type { WorstGroup } from '../core/worst-groups.ts';
import type { Checked } from './checked.ts';

const VERDICT_WIDTH = Math.max(...Object.values(verdictTexts).map(({ length }) => length));

/** For terminals and build logs. */
export function checkText(checked: Checked): string {
  const { judgement, captures, baseline, warnings } = checked;
  const compared = baseline.length === 0 ? [] : [`Baseline  ${counted(baseline)}`];
  const lines = [
    `Captures  ${counted(captures)}`,
    ...compared,
    ...warnings.map((text) => `Warning   ${text}`),
    '',
    ...judgement.rules.flatMap((judged) => {
      const remark = noiseRemark(judged);
      const indent = ' '.repeat(VERDICT_WIDTH + 2);
      return [
        `${verdictTexts[judged.verdict].padEnd(VERDICT_WIDTH)}  ${ruleTitle(judged.rule)}: ${judgedSentence(judged)}`,
        ...(remark === '' ? [] : [`${indent}${remark}`]),
        ...judged.groups.map((group) => `${indent}${groupLine(group, checked)}`),
      ];
    }),
    '',
    judgementTexts[judgement.verdict],
  ];
  return lines.map((line) => buildLogLine(terminalLine(line))).join('\n');
}

function groupLine(group: WorstGroup, { places }: Checked): string {
  const place = places.get(group.key);
  const at = place === undefined ? '' : ` (${place.path}:${place.line})`;
  return oneLine(`${group.label}${at}: ${groupFigures(group)}`);
}

function counted(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `${names.length}: ${oneLine(names.join(', '))}`;
}
