import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import type { SettingName } from '../contributions/settings.ts';

const SETTING: SettingName = 'terminalCommand';

/** Both, as login shells of macOS order the path again: `applyAtShellIntegration` comes after that. */
const APPLIED = { applyAtProcessCreation: true, applyAtShellIntegration: true } as const;

type Context = Pick<vscode.ExtensionContext, 'environmentVariableCollection' | 'extension' | 'asAbsolutePath'>;

/** Adds the command `laglens` to the path of terminals that open from now on, as long as the setting says so. */
export function addTerminalCommand(context: Context): vscode.Disposable {
  const update = (): void => updateCommand(context);
  update();
  const changed = (event: vscode.ConfigurationChangeEvent): void => {
    if (event.affectsConfiguration(`laglens.${SETTING}`)) update();
  };
  return vscode.workspace.onDidChangeConfiguration(guarded(changed, () => undefined));
}

function updateCommand({ environmentVariableCollection, extension, asAbsolutePath }: Context): void {
  environmentVariableCollection.clear();
  // In a remote window terminals run there, where this computer's files are not.
  const isElsewhere = vscode.env.remoteName !== undefined && extension.extensionKind === vscode.ExtensionKind.UI;
  if (isElsewhere || vscode.workspace.getConfiguration('laglens').get(SETTING) === false) return;
  environmentVariableCollection.description = vscode.l10n.t('Laglens: adds the command `laglens`');
  environmentVariableCollection.prepend('PATH', asAbsolutePath('dist/bin') + delimiter, APPLIED);
  // The editor's executable is Node, too, with a variable that dist/bin/laglens sets.
  environmentVariableCollection.replace('LAGLENS_NODE', process.execPath, APPLIED);
}
