import { isNoise } from '../../../core/analysis/chance/interval.ts';
import { isListed } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changeTexts } from '../../../core/analysis/lags/groups/change-texts.ts';
import { codeCell, codeSpan, plainMarkdown } from '../../../core/text/markdown-text.ts';
import { changeText, countText, diffSentence } from '../core/diff-texts.ts';
import { type Diffed, placeText } from './diffed.ts';
import { frameHead, frameRows } from './frame-rows.ts';

const LONGEST = 200;
const LISTED_FUNCTIONS = 10;

export function diffMarkdown({ diff, frames, before, now, places, warnings }: Diffed): string {
  const named = (each: Parameters<typeof placeText>[0] & { readonly label: string }): readonly string[] => {
    const place = placeText(each, places);
    return [codeCell(each.label, LONGEST), place === '' ? '' : codeCell(place, LONGEST)];
  };
  const groups = diff.groups.filter(isListed);
  const functions = diff.functions.filter(({ interval }) => !isNoise(interval)).slice(0, LISTED_FUNCTIONS);
  const parts = [
    `${names(before)} -> ${names(now)}`,
    ...warnings.map((text) => plainMarkdown(text)),
    diffSentence(diff),
    ...(groups.length === 0
      ? []
      : [
          table(
            ['change', 'lags', 'time per minute', 'function', 'line'],
            groups.map((group) => [changeTexts[group.change], countText(group), changeText(group), ...named(group)]),
          ),
        ]),
    ...(frames === undefined ? [] : [table(frameHead, frameRows(frames))]),
    functions.length === 0 ? 'No function of the app changed beyond noise.' : 'Functions that changed beyond noise (99 % intervals):',
    ...(functions.length === 0
      ? []
      : [
          table(
            ['time per minute', 'function', 'line'],
            functions.map((each) => [changeText(each), ...named(each)]),
          ),
        ]),
  ];
  return parts.join('\n\n');
}

function names(given: readonly string[]): string {
  return given.map((name) => codeSpan(name, LONGEST)).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
