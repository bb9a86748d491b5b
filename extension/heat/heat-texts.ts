import * as vscode from 'vscode';
import { stateTexts } from '../../core/analysis/lags/lag-texts.ts';
import { countedLags } from '../../core/analysis/report/counted-lags.ts';
import { shortDuration } from '../../core/analysis/report/short-duration.ts';
import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import { causeWords } from '../sessions/facts/cause-words.ts';
import { localized } from '../surface/localized.ts';
import type { LineCause } from './costs/cost-questions.ts';
import type { Freshness } from './freshness.ts';

function lagCount(lags: number): string {
  return localized(countedLags(lags));
}

/** Before a line: `41 ms`. */
export function lineText({ totalUs }: Cost): string {
  return shortDuration(totalUs);
}

/** Line end: `3 lags`, if any. */
export function lagsText({ lags }: Cost): string | undefined {
  return lags === 0 ? undefined : lagCount(lags);
}

/** Lens: `Longest lag: Busy: 99 % of 820 ms in Feed.load. 3 lags · 1.9 s · max 820 ms · show`. */
export function functionText(cost: Cost, cause: LineCause | undefined): string {
  const numbers = numbersText(cost);
  return cause === undefined ? numbers : `${causeText(cause, cost)} ${numbers}`;
}

function numbersText({ totalUs, lags, worstUs }: Cost): string {
  const total = shortDuration(totalUs);
  if (lags === 0) return vscode.l10n.t('{0} · show', total);
  if (lags === 1) return vscode.l10n.t('{0} · {1} · show', lagCount(lags), total);
  return vscode.l10n.t('{0} · {1} · max {2} · show', lagCount(lags), total, shortDuration(worstUs));
}

/** A caveat about the file's lines, if any. */
export function freshnessText(freshness: Freshness): string | undefined {
  switch (freshness) {
    case 'asBuilt':
      return undefined;
    case 'edited':
      return vscode.l10n.t('edited: lines adjusted');
    case 'newer':
      return vscode.l10n.t('file is newer than the recording: line numbers may be off');
    case 'other':
      return vscode.l10n.t('different version than recorded');
  }
}

/** Names the selection, if any. */
export function selectionText(selection: Selection | undefined): string | undefined {
  switch (selection?.of) {
    case undefined:
      return undefined;
    case 'lag':
      return vscode.l10n.t('in the selected lag');
    case 'lags':
      return vscode.l10n.t('in the selected lags');
    case 'range':
      return vscode.l10n.t('in the selected range');
  }
}

/** The cause's sentences, of the longest lag where the line took part in several. */
export function causeText(cause: LineCause, { lags }: Cost): string {
  const why = causeWords(cause);
  return lags === 1 ? why : vscode.l10n.t('Longest lag: {0}', why);
}

export function costText({ totalUs, selfUs, busyUs, blockedUs, readyUs, lags, lagUs, worstUs }: Cost): string {
  const states = (['busy', 'blocked', 'ready', 'unknown'] as const)
    .map((state) => ({
      state,
      share:
        { busy: busyUs, blocked: blockedUs, ready: readyUs, unknown: totalUs - busyUs - blockedUs - readyUs }[state] / Math.max(1, totalUs),
    }))
    .filter(({ share }) => share >= 0.01)
    .map(({ state, share }) => `${vscode.l10n.t(stateTexts[state])} ${Math.round(share * 100)} %`);
  const times = vscode.l10n.t('{0} on the main thread (self {1}): {2}.', shortDuration(totalUs), shortDuration(selfUs), states.join(', '));
  if (lags === 0) return times;
  if (lags === 1) return `${times} ${vscode.l10n.t('In {0}: {1}.', lagCount(lags), shortDuration(lagUs))}`;
  const inLags = vscode.l10n.t('In {0}: {1}, at most {2} in one.', lagCount(lags), shortDuration(lagUs), shortDuration(worstUs));
  return `${times} ${inLags}`;
}
