import * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import type { Choice, Consent, Undo } from '../../host/devices/device.ts';
import { deviceTexts } from '../../host/devices/device-texts.ts';
import { localized } from '../surface/localized.ts';
import { confirm, inform } from '../surface/notifications.ts';
import { pickOne } from '../surface/pickers.ts';
import { withNotification } from '../surface/progress.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

/** Asks before a change on a device that the user would miss. */
export async function askConsent({ question, detail, yes }: Consent): Promise<boolean> {
  return confirm({ question: localized(question), detail: detail && localized(detail) }, localized(yes));
}

export async function askChoice({ question, hint, options }: Choice): Promise<string | undefined> {
  const rows = options.map(({ value, label, detail }) => ({ value, label, detail }));
  return (await pickOne(rows, { title: localized(question), placeHolder: localized(hint), ignoreFocusOut: true }))?.value;
}

/** Offers to undo a capture's changes. An answer is optional. @throws what the undo throws */
export async function offerUndo({ what, label, run, keep }: Undo): Promise<void> {
  const keeping = vscode.l10n.t('Keep');
  const undoing = localized(label);
  const buttons = keep === undefined ? [undoing] : [undoing, keeping];
  const answer = await inform(localized(what), ...buttons);
  if (answer === keeping) keep?.();
  if (answer !== undoing) return;
  await withNotification(vscode.l10n.t('Laglens restores the app'), run);
  background(inform(localized(deviceTexts.restored)), unexpected);
}
