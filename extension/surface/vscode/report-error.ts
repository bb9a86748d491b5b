import * as vscode from 'vscode';
import { explain, isCancel, LaglensError, messageOf, type NextAction } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import { commandId } from '../../contributions/commands.ts';
import { settingId } from '../../contributions/settings.ts';
import { localized } from '../localized.ts';
import type { Log } from '../log.ts';
import { complain } from '../notifications.ts';

/** UTF-16 units of the message; the log has all of it. */
const MESSAGE_LENGTH = 500;

type ButtonTarget = () => Thenable<unknown>;

/**
 * Shows an error with its next step, and logs it. Cancellation is silent.
 * @param retry what `retry` and the pickers' buttons repeat
 */
export async function reportError(error: unknown, log: Log, retry?: () => Thenable<unknown>): Promise<void> {
  if (isCancelled(error)) return;
  log.error(explain(error));
  const showLog = vscode.l10n.t('Show Log');
  const buttons = new Map<string, ButtonTarget>();
  if (error instanceof LaglensError && error.action !== undefined) {
    const button = nextButton(error.action, retry);
    if (button !== undefined) buttons.set(button.label, button.target);
  }
  buttons.set(showLog, async () => log.show());
  const text =
    error instanceof LaglensError
      ? // Output of tools may be long: the next step stays. The log has the code.
        `${oneLine(localized(error.message), MESSAGE_LENGTH)} ${oneLine(localized(error.next))}`
      : vscode.l10n.t('Laglens failed: {0}', localized(messageOf(error)));
  const chosen = await complain(text, ...buttons.keys());
  if (chosen !== undefined) await buttons.get(chosen)?.();
}

/** True for cancellations of Laglens and VS Code. */
export function isCancelled(error: unknown): boolean {
  return isCancel(error) || error instanceof vscode.CancellationError;
}

/** The button of a next step, if any. `retry` repeats what failed. */
export function nextButton(
  action: NextAction,
  retry: (() => Thenable<unknown>) | undefined,
): { label: string; target: ButtonTarget } | undefined {
  const command = (name: string, ...args: readonly unknown[]): ButtonTarget => {
    return () => vscode.commands.executeCommand(name, ...args);
  };
  switch (action) {
    case 'retry':
      return retry && { label: vscode.l10n.t('Try Again'), target: retry };
    case 'diagnose':
      return { label: vscode.l10n.t('Troubleshoot'), target: command(commandId('diagnose')) };
    case 'showLog':
      return undefined;
    case 'setAdbPath':
      return { label: vscode.l10n.t('Set Path of adb'), target: command('workbench.action.openSettings', settingId('adbPath')) };
    case 'setAdbServer':
      return { label: vscode.l10n.t('Set adb Server'), target: command('workbench.action.openSettings', settingId('adbServer')) };
    case 'setXcrunPath':
      return { label: vscode.l10n.t('Set Path of xcrun'), target: command('workbench.action.openSettings', settingId('xcrunPath')) };
    case 'pickDevice':
      return { label: vscode.l10n.t('Pick a Device'), target: command(commandId('start')) };
    case 'pickApp':
      return { label: vscode.l10n.t('Pick an App'), target: command(commandId('start')) };
    case 'launchApp':
      return { label: vscode.l10n.t('Capture from App Launch'), target: command(commandId('startFromLaunch')) };
    case 'manageTrust':
      return { label: vscode.l10n.t('Manage Workspace Trust'), target: command('workbench.trust.manage') };
  }
}
