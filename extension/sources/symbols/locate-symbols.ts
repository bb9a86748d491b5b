import * as vscode from 'vscode';
import { background } from '../../../core/guarded.ts';
import { chooseFiles } from '../../surface/dialogs.ts';
import { inform } from '../../surface/notifications.ts';
import { pickOne } from '../../surface/pickers.ts';
import { withStatus } from '../../surface/progress.ts';
import { remark } from '../../surface/status-bar.ts';
import { keepSetting, pathInSettings, readSettings, textList } from '../../surface/vscode/settings.ts';
import { unexpected } from '../../surface/vscode/unexpected.ts';
import type { SymbolService } from './symbol-service.ts';

/** Paths that this window already offered to keep. */
const asked = new Set<string>();

/**
 * Asks for a file or folder with symbols, uses it in this window, and offers to keep it. Asks for the kind first, as
 * most dialogs take only one.
 * @param wanted what is missing, for people
 */
export async function locateSymbols(service: SymbolService, wanted: string): Promise<void> {
  const title = vscode.l10n.t('Locate Symbols of {0}', wanted);
  const folder = {
    icon: 'folder',
    label: vscode.l10n.t('A Folder…'),
    detail: vscode.l10n.t('A build folder, or one with libraries, mappings or dSYM bundles'),
    isFolder: true,
  };
  const file = {
    icon: 'file',
    label: vscode.l10n.t('A File…'),
    detail: vscode.l10n.t('mapping.txt, a library with debug information, an .apk or .aab'),
    isFolder: false,
  };
  const kind = await pickOne([folder, file], { title, placeHolder: vscode.l10n.t('Which kind of place?') });
  if (kind === undefined) return;
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [picked] = await chooseFiles({
    title,
    openLabel: vscode.l10n.t('Search Here'),
    canSelectFiles: !kind.isFolder,
    canSelectFolders: kind.isFolder,
    ...(root === undefined ? {} : { defaultUri: root }),
  });
  if (picked === undefined) return;
  await withStatus(vscode.l10n.t('Searching symbols in {0}', picked.fsPath), () => service.locate(picked));
  // Without waiting, as the request is done.
  // A setting's path would be one of this computer.
  if (picked.scheme === 'file') background(offerToKeep(picked), unexpected);
}

/** Once per path. Settings of an untrusted folder would not count. */
async function offerToKeep(picked: vscode.Uri): Promise<void> {
  const path = pathInSettings(picked);
  if (!vscode.workspace.isTrusted || asked.has(path) || readSettings().symbolPaths.includes(path)) return;
  asked.add(path);
  const keep = vscode.l10n.t('Keep');
  const question = vscode.l10n.t('Searching {0} for symbols until this window closes. Add it to the settings?', path);
  if ((await inform(question, keep)) !== keep) return;
  await keepSetting('symbolPaths', (before) => [...textList(before), path]);
  remark('info', vscode.l10n.t('{0} was added to the settings', path));
}
