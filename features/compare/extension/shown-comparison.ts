import * as vscode from 'vscode';
import { chanceTexts } from '../../../core/analysis/chance/chance-texts.ts';
import type { RateChange } from '../../../core/analysis/chance/rate-change.ts';
import { isListed, type ListedChange } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changeTexts } from '../../../core/analysis/lags/groups/change-texts.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { signedDuration } from '../../../core/analysis/report/format-signed.ts';
import { iconOf, SWAP } from '../../../core/document/icon.ts';
import { node, type PageElement, pressed } from '../../../core/document/page-node.ts';
import type { SessionSets, SetSession } from '../../../extension/sessions/baseline/session-sets.ts';
import { localized } from '../../../extension/surface/localized.ts';
import type { DiffedGroup, SessionDiff } from '../core/diff-sets.ts';
import { diffSentences } from '../core/diff-texts.ts';
import type { KnownFunction } from '../core/lag-functions.ts';
import type { Cell } from '../core/table-of.ts';
import { ComparisonLinks } from './comparison-links.ts';
import type { FilesDiff } from './diff-files.ts';
import { changeCells, changeHeads, number } from './shown-cells.ts';
import { framesTable } from './shown-frames.ts';
import { stacksSection } from './shown-stacks.ts';
import { tableSection } from './shown-table.ts';
import { placeText, sourceOf } from './source-of.ts';

/** A comparison's page in the user's language. */
export interface ShownComparison {
  readonly main: PageElement;
  readonly links: ComparisonLinks;
}

export function shownComparison({ diff, frames, stacks }: FilesDiff, sets: SessionSets): ShownComparison {
  const links = new ComparisonLinks();
  const [now, before] = [side('A', sets.now, diff.nowObservedUs, links), side('B', sets.before, diff.beforeObservedUs, links)];
  const headline = node('h1', { tabindex: -1, 'aria-live': 'polite' }, diffSentences(diff).map(localized).join(' '));
  const sections = [
    groupsTable(diff.groups, links),
    ...(frames === undefined ? [] : [framesTable(frames)]),
    functionsTable(diff, links),
    stacksSection(stacks, links),
  ];
  const main = node('main', {}, node('div', { class: 'sides' }, now, swapButton(links), before), headline, ...sections);
  return { main, links };
}

function swapButton(links: ComparisonLinks): PageElement {
  const names = { 'aria-label': vscode.l10n.t('Swap Sides'), title: vscode.l10n.t('Swap the sides of the comparison (X)') };
  return pressed(links.add('swap', { type: 'swap' }), node('button', { class: 'icon-button', ...names }, iconOf(SWAP)));
}

function side(role: string, sessions: readonly SetSession[], observedUs: number, links: ComparisonLinks): PageElement {
  const count = sessions.length === 1 ? vscode.l10n.t('1 session') : vscode.l10n.t('{0} sessions', sessions.length);
  const about = vscode.l10n.t('{0}, {1} observed', count, formatDuration(observedUs));
  const rows = sessions.map(({ title, path }) => node('li', {}, links.text(`session ${path}`, { type: 'session', path }, title, path)));
  const list = node('ul', { 'aria-label': role }, rows);
  return node('section', { class: 'side-box' }, node('h2', {}, role), node('p', { class: 'muted' }, about), list);
}

function groupsTable(groups: readonly DiffedGroup[], links: ComparisonLinks): PageElement {
  return tableSection({
    label: vscode.l10n.t('Groups of lags'),
    note: vscode.l10n.t('Times are of lags per observed minute, with 95 % intervals of the change from B to A.'),
    head: [
      { content: vscode.l10n.t('Group') },
      { content: vscode.l10n.t('Function') },
      number(vscode.l10n.t('Lags')),
      number(vscode.l10n.t('Longest')),
      ...changeHeads(),
    ],
    rows: groups
      .filter(isListed)
      .map((group) => [
        changeWord(group.change),
        named(group, links),
        number(`${group.before.count} → ${group.now.count}`),
        number(`${longest(group.before.worstUs)} → ${longest(group.now.worstUs)}`),
        ...timeCells(group),
      ]),
    nothing: vscode.l10n.t('No group is new, worse, better or gone.'),
  });
}

function functionsTable({ functions }: SessionDiff, links: ComparisonLinks): PageElement {
  return tableSection({
    label: vscode.l10n.t('Functions of the app in lags'),
    note: vscode.l10n.t('With all that they call, per observed minute; 99 % intervals, as many are compared at once.'),
    head: [{ content: vscode.l10n.t('Function') }, ...changeHeads()],
    rows: functions.filter(({ nowUs, beforeUs }) => nowUs !== beforeUs).map((each) => [named(each, links), ...timeCells(each)]),
    nothing: vscode.l10n.t('No function of the app has another time.'),
  });
}

function timeCells({ beforeUs, nowUs, interval }: RateChange): readonly Cell[] {
  const judged = { change: nowUs - beforeUs, interval, unknown: chanceTexts.few };
  return [number(longest(beforeUs)), number(longest(nowUs)), ...changeCells(judged, signedDuration)];
}

function named({ key, label, place }: KnownFunction, links: ComparisonLinks): Cell {
  const source = sourceOf({ label, place });
  if (place === undefined || source === undefined) return { content: label, title: key };
  const title = vscode.l10n.t('{0}: open {1} (Alt: to the side)', key, placeText(place));
  return { content: links.text(`source ${key}`, { type: 'source', source }, label, title) };
}

function changeWord(change: ListedChange): Cell {
  return { content: localized(changeTexts[change]), class: change === 'new' || change === 'worse' ? 'more' : 'less' };
}

function longest(us: number): string {
  return us === 0 ? '0' : formatDuration(us);
}
