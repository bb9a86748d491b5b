import * as vscode from 'vscode';
import type { Consent, Undo } from '../../host/devices/device.ts';

/** Asks before something on a device is changed that the developer would miss. */
export async function askConsent({ question, detail, yes }: Consent): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** Offers to undo what a capture changed on the device. Nobody has to answer. @throws what the undoing throws */
export async function offerUndo({ what, label, run }: Undo): Promise<void> {
  if ((await vscode.window.showInformationMessage(what, label)) !== label) return;
  const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Laglens restores the app'), cancellable: true };
  await vscode.window.withProgress(options, async (_progress, token) => {
    const cancelling = new AbortController();
    token.onCancellationRequested(() => cancelling.abort());
    await run(cancelling.signal);
  });
  void vscode.window.showInformationMessage(vscode.l10n.t('The original is installed again.'));
}
