import * as vscode from 'vscode';
import type { Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { formatSeconds } from '../../../core/analysis/report/format-seconds.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import type { RunChoice } from '../../../protocol/page-protocol.ts';
import type { BaselineRun } from '../../../protocol/parse-from-page.ts';
import { inform } from '../../surface/notifications.ts';
import { type PickerRow, pickOne } from '../../surface/pickers.ts';
import { fileText } from '../facts/session-texts.ts';
import type { BaselineStore } from './baseline-store.ts';

/** Asks which run becomes the baseline; undefined if cancelled. */
export async function chooseRun(runs: readonly BaselineRun[]): Promise<RunChoice | undefined> {
  const all = runs.reduce((sum, { lags }) => sum + lags, 0);
  const items: readonly (PickerRow & { readonly run: RunChoice })[] = [
    { label: vscode.l10n.t('Whole Session'), description: vscode.l10n.t('{0} runs, {1} lags', runs.length, all), run: 'all' },
    ...runs.map(({ beginUs, endUs, lags }, run) => ({
      label: vscode.l10n.t('Run {0}', run + 1),
      description: vscode.l10n.t('{0} to {1}, {2} lags', minutes(beginUs), minutes(endUs), lags),
      run,
    })),
  ];
  const placeHolder = vscode.l10n.t('The app was started several times. Which run is the baseline?');
  return (await pickOne(items, { placeHolder, ignoreFocusOut: true }))?.run;
}

/** Replaces the baseline and says so. @throws Error if it cannot be written */
export async function keepBaseline(store: BaselineStore, baseline: Baseline): Promise<void> {
  await store.set(baseline);
  await notifyBaseline(baseline);
}

/** For people, with the range if it is a part; not yet safe to show. */
export function baselineText({ title, range }: Baseline): string {
  const session = fileText(title);
  return range === undefined ? session : vscode.l10n.t('{0} of {1}', formatSeconds(range), session);
}

/** Without a button: the bar above the list clears it, and a click on the only one would undo the command. */
async function notifyBaseline(baseline: Baseline): Promise<void> {
  const { groups, observedUs } = baseline;
  const lags = groups.reduce((sum, { durationsUs }) => sum + durationsUs.length, 0);
  const sentence = vscode.l10n.t(
    'Baseline set: {0}, {1} lags in {2}. From now on lags are marked new, worse, better or gone.',
    oneLine(baselineText(baseline), 160),
    lags,
    minutes(observedUs),
  );
  await inform(sentence);
}

/** Session time as minutes and seconds: `1:05`. */
function minutes(us: number): string {
  const seconds = Math.round(us / 1e6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
