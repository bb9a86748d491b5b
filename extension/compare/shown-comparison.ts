import * as vscode from 'vscode';
import { verdictOf } from '../../core/analysis/chance/interval.ts';
import type { RateChange } from '../../core/analysis/chance/rate-change.ts';
import {
  changeCounts,
  type GroupChange,
  isListed,
  type ListedChange,
  listedChanges,
} from '../../core/analysis/lags/groups/baseline-comparison.ts';
import { formatDuration } from '../../core/analysis/report/format-duration.ts';
import type { DiffedGroup, SessionDiff } from '../../core/analysis/session-diff/diff-sets.ts';
import type { ShownCell, ShownComparison, ShownSide, ShownTable } from '../../protocol/comparison-protocol.ts';
import type { FilesDiff } from '../facts/diff-files.ts';
import type { SessionSets, SetSession } from './session-sets.ts';
import { changeCells, number, signed } from './shown-cells.ts';
import { framesTable } from './shown-frames.ts';

/** A comparison as its page shows it, in the user's language. */
export function shownComparison({ diff, frames }: FilesDiff, sets: SessionSets): ShownComparison {
  return {
    sentence: sentenceOf(diff),
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

/** `Time in lags went from 15.2 s to 20.1 s per minute (+4.90 s, 95 % interval +1.20 s to +8.30 s). Groups: 1 new, 2 worse.` */
function sentenceOf({ total, groups }: SessionDiff): string {
  const counts = changeCounts(groups);
  const words = listedChanges.filter((change) => counts[change] > 0).map((change) => countedChange(change, counts[change]));
  const few = counts.few === 0 ? [] : [vscode.l10n.t('Too few lags to judge: {0}.', counts.few)];
  const change = [signed(total.nowUs - total.beforeUs), ...intervalWords(total)];
  const time = vscode.l10n.t(
    'Time in lags went from {0} to {1} per minute ({2}).',
    formatDuration(total.beforeUs),
    formatDuration(total.nowUs),
    change.join(', '),
  );
  const changed = words.length === 0 ? vscode.l10n.t('No group changed.') : vscode.l10n.t('Groups: {0}.', words.join(', '));
  return [time, changed, ...few].join(' ');
}

function intervalWords({ interval }: RateChange): readonly string[] {
  if (interval === undefined) return [vscode.l10n.t('too few lags')];
  const range = vscode.l10n.t('95 % interval {0} to {1}', signed(interval.low), signed(interval.high));
  return verdictOf(interval) === 'noise' ? [range, vscode.l10n.t('within noise')] : [range];
}

function countedChange(change: ListedChange, count: number): string {
  switch (change) {
    case 'new':
      return vscode.l10n.t('{0} new', count);
    case 'worse':
      return vscode.l10n.t('{0} worse', count);
    case 'better':
      return vscode.l10n.t('{0} better', count);
    case 'gone':
      return vscode.l10n.t('{0} gone', count);
  }
}

function groupsTable(groups: readonly DiffedGroup[]): ShownTable {
  const changed = groups.filter(isListed);
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
    rows: changed.map((group) => [
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
  const judged = { change: nowUs - beforeUs, interval, unknown: vscode.l10n.t('too few lags') };
  return [number(longest(beforeUs)), number(longest(nowUs)), ...changeCells(judged, signed)];
}

function named({ key, label, place }: Pick<DiffedGroup, 'key' | 'label' | 'place'>): ShownCell {
  if (place === undefined) return { text: label, title: key };
  const name = place.path.split(/[\\/]/).at(-1) ?? '';
  const at = place.line > 0 ? `${name}:${place.line}` : name;
  return { text: label, title: vscode.l10n.t('{0}: open {1} (Alt: to the side)', key, at), opens: key };
}

function changeWord(change: GroupChange): ShownCell {
  switch (change) {
    case 'new':
      return { text: vscode.l10n.t('new'), kind: 'more' };
    case 'worse':
      return { text: vscode.l10n.t('worse'), kind: 'more' };
    case 'better':
      return { text: vscode.l10n.t('better'), kind: 'less' };
    case 'gone':
      return { text: vscode.l10n.t('gone'), kind: 'less' };
    case 'same':
    case 'few':
      return { text: vscode.l10n.t('same'), kind: 'muted' };
  }
}

function longest(us: number): string {
  return us === 0 ? '0' : formatDuration(us);
}
