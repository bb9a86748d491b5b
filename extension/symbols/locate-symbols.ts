import * as vscode from 'vscode';
import type { SymbolService } from './symbol-service.ts';

/**
 * Asks for a file or folder with symbols and looks there, now and as long as this window is open. Dialogs of most systems take
 * files or folders, not both, so which of them is asked first.
 *
 * @param wanted what symbols are looked for, for people
 */
export async function locateSymbols(service: SymbolService, wanted: string): Promise<void> {
  const title = vscode.l10n.t('Where Are the Symbols of {0}?', wanted);
  const folder = {
    label: vscode.l10n.t('$(folder) A Folder…'),
    detail: vscode.l10n.t('Of a build, or with libraries, mappings or dSYM bundles'),
    isFolder: true,
  };
  const file = {
    label: vscode.l10n.t('$(file) A File…'),
    detail: vscode.l10n.t('mapping.txt, a library with debug information, an .apk or .aab'),
    isFolder: false,
  };
  const kind = await vscode.window.showQuickPick([folder, file], { title, placeHolder: vscode.l10n.t('What is there?') });
  if (kind === undefined) return;
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [picked] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Look Here'),
      canSelectFiles: !kind.isFolder,
      canSelectFolders: kind.isFolder,
      ...(root === undefined ? {} : { defaultUri: root }),
    })) ?? [];
  if (picked === undefined) return;
  const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Looking for symbols in {0}', picked.fsPath) };
  await vscode.window.withProgress(options, () => service.locate(picked.fsPath));
}
