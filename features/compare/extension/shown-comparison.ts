import * as vscode from 'vscode';
import { chanceTexts } from '../../../core/analysis/chance/chance-texts.ts';
import type { RateChange } from '../../../core/analysis/chance/rate-change.ts';
import { isListed, type ListedChange } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changeTexts } from '../../../core/analysis/lags/groups/change-texts.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { signedDuration } from '../../../core/analysis/report/format-signed.ts';
import type { SessionSets, SetSession } from '../../../extension/sessions/baseline/session-sets.ts';
import { localized } from '../../../extension/surface/localized.ts';
import type { DiffedGroup, SessionDiff } from '../core/diff-sets.ts';
import { diffSentences } from '../core/diff-texts.ts';
import type { ShownCell, ShownComparison, ShownSide, ShownTable } from '../protocol/comparison-protocol.ts';
import type { FilesDiff } from './diff-files.ts';
import { changeCells, number } from './shown-cells.ts';
import { framesTable } from './shown-frames.ts';

/** A comparison as its page shows it, in the user's language. */
export function shownComparison({ diff, frames }: FilesDiff, sets: SessionSets): ShownComparison {
  return {
    sentence: diffSentences(diff).map(localized).join(' '),
    swap: { label: vscode.l10n.t('Swap Sides'), title: vscode.l10n.t('Swap the sides of the comparison (X)') },
    sides: [side('A', sets.now, diff.nowObservedUs), side('B', sets.before, diff.beforeObservedUs)],
    tables: [groupsTable(diff.groups), ...(frames === undefined ? [] : [framesTable(frames)]), functionsTable(diff)],
  };
}

function side(role: string, sessions: readonly SetSession[], observedUs: number): ShownSide {
  const count = sessions.length === 1 ? vscode.l10n.t('1 session') : vscode.l10n.t('{0} sessions', sessions.length);
  const about = vscode.l10n.t('{0}, {1} observed', count, formatDuration(observedUs));
  return { role, about, sessions: sessions.map(({ title, path }) => ({ label: title, title: path })) };
}

function groupsTable(groups: readonly DiffedGroup[]): ShownTable {
  return {
    label: vscode.l10n.t('Groups of lags'),
    note: vscode.l10n.t('Times are of lags per observed minute, with 95 % intervals of the change from B to A.'),
    head: [
      { text: vscode.l10n.t('Group') },
      { text: vscode.l10n.t('Function') },
      number(vscode.l10n.t('Lags')),
      number(vscode.l10n.t('Longest')),
      ...timeHeads(),
    ],
    rows: groups
      .filter(isListed)
      .map((group) => [
        changeWord(group.change),
        named(group),
        number(`${group.before.count} → ${group.now.count}`),
        number(`${longest(group.before.worstUs)} → ${longest(group.now.worstUs)}`),
        ...timeCells(group),
      ]),
    nothing: vscode.l10n.t('No group is new, worse, better or gone.'),
  };
}

function functionsTable({ functions }: SessionDiff): ShownTable {
  return {
    label: vscode.l10n.t('Functions of the app in lags'),
    note: vscode.l10n.t('With all that they call, per observed minute; 99 % intervals, as many are compared at once.'),
    head: [{ text: vscode.l10n.t('Function') }, ...timeHeads()],
    rows: functions.filter(({ nowUs, beforeUs }) => nowUs !== beforeUs).map((each) => [named(each), ...timeCells(each)]),
    nothing: vscode.l10n.t('No function of the app has another time.'),
  };
}

function timeHeads(): readonly ShownCell[] {
  return [number('B'), number('A'), number(vscode.l10n.t('Change')), { text: vscode.l10n.t('Interval') }];
}

function timeCells({ beforeUs, nowUs, interval }: RateChange): readonly ShownCell[] {
  const judged = { change: nowUs - beforeUs, interval, unknown: chanceTexts.few };
  return [number(longest(beforeUs)), number(longest(nowUs)), ...changeCells(judged, signedDuration)];
}

function named({ key, label, place }: Pick<DiffedGroup, 'key' | 'label' | 'place'>): ShownCell {
  if (place === undefined) return { text: label, title: key };
  const name = place.path.split(/[\\/]/).at(-1) ?? '';
  const at = place.line > 0 ? `${name}:${place.line}` : name;
  return { text: label, title: vscode.l10n.t('{0}: open {1} (Alt: to the side)', key, at), opens: key };
}

function changeWord(change: ListedChange): ShownCell {
  return { text: localized(changeTexts[change]), kind: change === 'new' || change === 'worse' ? 'more' : 'less' };
}

function longest(us: number): string {
  return us === 0 ? '0' : formatDuration(us);
}
