import { aligned } from '../../../cli/report/aligned.ts';
import { isListed } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changeTexts } from '../../../core/analysis/lags/groups/change-texts.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import { terminalLine } from '../../../core/text/terminal-text.ts';
import { buildLogLine } from '../../../core/text/workflow-command.ts';
import { changeText, countText, diffSentence } from '../core/diff-texts.ts';
import { type Diffed, placeText } from './diffed.ts';
import { frameHead, frameRows } from './frame-rows.ts';

const groupHead = ['change', 'lags', 'time per minute', 'to blame'] as const;
const functionHead = ['time per minute', 'function'] as const;

export function diffText(diffed: Diffed): string {
  const { diff, frames, before, now, places, warnings } = diffed;
  const named = (each: Parameters<typeof placeText>[0] & { readonly label: string }): string => {
    const place = placeText(each, places);
    return oneLine(place === '' ? each.label : `${each.label} (${place})`);
  };
  const groups = diff.groups.filter(isListed);
  const groupRows = groups.map((group) => [changeTexts[group.change], countText(group), changeText(group), named(group)]);
  const functionRows = diff.functions.filter(({ nowUs, beforeUs }) => nowUs !== beforeUs).map((each) => [changeText(each), named(each)]);
  const lines = [
    `Before    ${oneLine(before.join(', '))}, ${seconds(diff.beforeObservedUs)} s watched`,
    `After     ${oneLine(now.join(', '))}, ${seconds(diff.nowObservedUs)} s watched`,
    ...warnings.map((text) => `Warning   ${oneLine(text)}`),
    '',
    diffSentence(diff),
    ...(groups.length === 0 ? [] : ['', ...aligned([[...groupHead], ...groupRows], new Set<string>(['lags']))]),
    ...(frames === undefined ? [] : ['', ...aligned([frameHead, ...frameRows(frames)], new Set(['before', 'after']))]),
    ...(functionRows.length === 0
      ? []
      : [
          '',
          'Functions of the app in lags, with all that they call (99 % intervals):',
          '',
          ...aligned([[...functionHead], ...functionRows], new Set()),
        ]),
  ];
  return lines.map((line) => buildLogLine(terminalLine(line))).join('\n');
}

function seconds(us: number): string {
  return (us / 1e6).toFixed(1);
}
