import * as vscode from 'vscode';
import type { BaselineRun, RunChoice } from '../../protocol/page-protocol.ts';
import { type PickerRow, pickOne } from '../surface/pickers.ts';
import { minutes } from './minutes.ts';

/** Asks which run of a session is to become the baseline; undefined when the reader chose none. */
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
  const placeHolder = vscode.l10n.t('The app was started several times. What is to be the baseline?');
  return (await pickOne(items, { placeHolder, ignoreFocusOut: true }))?.run;
}
