import * as vscode from 'vscode';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { inform } from '../surface/notifications.ts';
import type { BaselineStore } from './baseline-store.ts';
import { minutes } from './minutes.ts';

/** Keeps a baseline in the place of the one before, and says so. @throws Error when it cannot be written */
export async function keepBaseline(store: BaselineStore, baseline: Baseline): Promise<void> {
  await store.set(baseline);
  if ((await notifyBaseline(baseline)) === 'clear') await store.clear();
}

/** What was kept, in a sentence; `Clear Baseline` is at hand. */
async function notifyBaseline({ title, groups, observedUs }: Baseline): Promise<'clear' | undefined> {
  const clear = vscode.l10n.t('Clear Baseline');
  const lags = groups.reduce((sum, { durationsUs }) => sum + durationsUs.length, 0);
  const sentence = vscode.l10n.t(
    '{0} is the baseline now: {1} lags in {2} groups, seen in {3}. Lists of other sessions say what is new, gone, worse or better.',
    oneLine(title, 160),
    lags,
    groups.length,
    minutes(observedUs),
  );
  return (await inform(sentence, clear)) === clear ? 'clear' : undefined;
}
