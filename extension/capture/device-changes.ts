import * as vscode from 'vscode';
import type { Consent, Undo } from '../../host/devices/device.ts';

/** Asks before something on a device is changed that the developer would miss. */
export async function askConsent({ question, detail, yes }: Consent): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** Offers to undo what a capture changed on the device, or to keep it. Nobody has to answer. @throws what the undoing throws */
export async function offerUndo({ what, label, run, keep }: Undo): Promise<void> {
  const keeping = vscode.l10n.t('Keep');
  const buttons = keep === undefined ? [label] : [label, keeping];
  const answer = await vscode.window.showInformationMessage(what, ...buttons);
  if (answer === keeping) keep?.();
  if (answer !== label) return;
  const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Laglens restores the app'), cancellable: true };
  await vscode.window.withProgress(options, async (_progress, token) => {
    const cancelling = new AbortController();
    token.onCancellationRequested(() => cancelling.abort());
    await run(cancelling.signal);
  });
  void vscode.window.showInformationMessage(vscode.l10n.t('The original is installed again.'));
}
