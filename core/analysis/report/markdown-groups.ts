import type { SessionModel } from '../../session/model/model.ts';
import { codeSpan, type MarkdownTexts } from '../../text/markdown-text.ts';
import { groupCause } from '../causes/group-cause.ts';
import { causeOf } from '../causes/rules.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { frameOf } from '../frames/frame.ts';
import type { Baseline } from '../lags/groups/baseline.ts';
import { compareWithBaseline } from '../lags/groups/baseline-comparison.ts';
import { changedWords } from '../lags/groups/change-texts.ts';
import type { LagGroup } from '../lags/groups/lag-groups.ts';
import { lagTexts } from '../lags/lag-texts.ts';
import { observedUs } from '../threads/observed-time.ts';
import { groupCauseCell } from './markdown-cause.ts';
import { shortDuration } from './short-duration.ts';

const LISTED_GROUPS = 10;
const LONGEST = 200;

/** Groups with the most time as a table, each with its most common cause; none if each lag is in full below. */
export function groupTable(
  model: SessionModel,
  groups: readonly LagGroup[],
  detailed: number,
  app: AppMethods,
  texts: MarkdownTexts,
): readonly string[] {
  if (groups.length <= detailed && groups.every(({ lags }) => lags.length === 1)) return [];
  const most = groups.toSorted((a, b) => b.totalUs - a.totalUs);
  const rows = most.slice(0, LISTED_GROUPS).map((group) => {
    const times = [String(group.lags.length), shortDuration(group.totalUs), shortDuration(group.worst.endUs - group.worst.beginUs)];
    return `| ${[...times, ...placeOf(model, group, texts), causeCell(model, group, app, texts)].join(' | ')} |`;
  });
  const others = groups.length > LISTED_GROUPS ? [`And ${groups.length - LISTED_GROUPS} more groups.`] : [];
  return [
    ['| lags | total | longest | function | line | cause |', '| ---: | ---: | ---: | --- | --- | --- |', ...rows].join('\n'),
    ...others,
  ];
}

function placeOf(model: SessionModel, { latest }: LagGroup, { cell }: MarkdownTexts): readonly [name: string, place: string] {
  if (latest.culprit === undefined) return [lagTexts.noCulprit, ''];
  const { label, sourceFile, line } = frameOf(model, latest.culprit.node);
  const place = sourceFile === '' ? '' : `${sourceFile}${line > 0 ? `:${line}` : ''}`;
  return [cell(label, LONGEST), place === '' ? '' : cell(place, LONGEST)];
}

function causeCell(model: SessionModel, { lags, worst }: LagGroup, app: AppMethods, texts: MarkdownTexts): string {
  const most = groupCause(lags, worst, (lag) => causeOf(model, lag, app));
  return most === undefined ? '' : groupCauseCell(most, lags.length, texts);
}

/** `Compared with the baseline x: 2 groups new, 1 worse.` */
export function baselineSentence(
  model: SessionModel,
  groups: readonly LagGroup[],
  baseline: Baseline | undefined,
  thresholdUs: number,
): readonly string[] {
  if (baseline === undefined) return [];
  const compared = compareWithBaseline(groups, baseline, { observedUs: observedUs(model), thresholdUs });
  return [`Groups compared with the baseline ${codeSpan(baseline.title, LONGEST)}: ${changedWords(compared, 'no change')}.`];
}
