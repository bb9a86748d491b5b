import * as vscode from 'vscode';
import { commandId } from '../contributions/commands.ts';
import { settingId } from '../contributions/settings.ts';
import { chooseFiles } from '../surface/dialogs.ts';
import { remark } from '../surface/status-bar.ts';
import { openSetting } from '../surface/vscode/open-setting.ts';
import type { CheckTarget } from './check-run.ts';
import type { CheckButton } from './shown-checks.ts';

/** Target, texts and actions of the page's buttons. */
export interface ButtonContext {
  readonly target: CheckTarget;
  readonly reportText: string;
  /** Runs the steps in the same page. */
  again(target: CheckTarget): Thenable<unknown>;
  /** @throws CancellationError */
  chooseDevice(): Promise<string>;
  stop(): Thenable<unknown>;
  showText(): Thenable<unknown>;
  showLog(): void;
}

/** Does what the button says. @throws what that throws */
export async function pressButton(button: CheckButton, context: ButtonContext): Promise<unknown> {
  const { target } = context;
  switch (button) {
    case 'tryAgain':
      return await context.again(target);
    case 'stop':
      return await context.stop();
    case 'showText':
      return await context.showText();
    case 'copyText':
      await vscode.env.clipboard.writeText(context.reportText);
      return remark('check', vscode.l10n.t('Troubleshooting report copied'));
    case 'showLog':
      return context.showLog();
    case 'startCapture':
      return await vscode.commands.executeCommand(commandId('start'), captureTarget(target));
    case 'openSample':
      return await vscode.commands.executeCommand(commandId('openSample'));
    case 'launchApp':
      return await vscode.commands.executeCommand(commandId('startFromLaunch'), captureTarget(target));
    case 'pickDevice':
      return await context.again({ device: await context.chooseDevice() });
    case 'pickApp':
      // A process or an activity is that of the former app.
      return await context.again({ device: target.device, ...(target.launch === undefined ? {} : { launch: target.launch }) });
    case 'locateAdb':
      return (await locateAdb()) && (await context.again(target));
    case 'setAdbPath':
      return openSetting(settingId('adbPath'));
    case 'setAdbServer':
      return openSetting(settingId('adbServer'));
    case 'setXcrunPath':
      return openSetting(settingId('xcrunPath'));
    case 'manageTrust':
      return await vscode.commands.executeCommand('workbench.trust.manage');
    case 'openFolder':
      return await vscode.commands.executeCommand('workbench.action.addRootFolder');
  }
}

/** `phone` is no device that a capture can start on. */
function captureTarget({ device, ...others }: CheckTarget): object {
  return device === 'phone' ? others : { device, ...others };
}

/** True when a program was chosen, which the setting names now. */
async function locateAdb(): Promise<boolean> {
  const [program] = await chooseFiles({ title: vscode.l10n.t('Locate adb'), openLabel: vscode.l10n.t('Use This Program') });
  if (program === undefined) return false;
  await vscode.workspace.getConfiguration('laglens').update('adbPath', program.fsPath, vscode.ConfigurationTarget.Global);
  return true;
}
