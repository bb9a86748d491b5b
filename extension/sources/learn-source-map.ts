import * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import { chooseFiles } from '../surface/dialogs.ts';
import { inform } from '../surface/notifications.ts';
import { remark } from '../surface/status-bar.ts';
import { keepSetting, pathInSettings, textMap } from '../surface/vscode/settings.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { type BuiltPath, learnedRemapping, type Remapping } from './path-map.ts';

/**
 * Asks for the local file of a build made elsewhere, and keeps its folder's mapping in the settings.
 * @returns the chosen file, if any
 */
export async function locateSource(built: BuiltPath): Promise<vscode.Uri | undefined> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] = await chooseFiles({
    title: vscode.l10n.t('Locate {0}', built.path),
    openLabel: vscode.l10n.t('Open'),
    ...(root === undefined ? {} : { defaultUri: root }),
  });
  if (uri === undefined) return undefined;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const learned = learnedRemapping(built, uri.path, folder?.uri.path);
  if (learned === undefined) {
    background(
      inform(vscode.l10n.t('The chosen file is not named {0}, so other files of this build stay where they are.', built.name)),
      unexpected,
    );
  } else await keep(learned, uri);
  return uri;
}

/** Settings of an untrusted folder would not count. */
async function keep({ prefix, folder: here }: Remapping, chosen: vscode.Uri): Promise<void> {
  const place = chosen.with({ path: here });
  // A setting's whole path is one of this computer.
  const isElsewhere = chosen.scheme !== 'file' && vscode.workspace.getWorkspaceFolder(place) === undefined;
  if (!vscode.workspace.isTrusted || isElsewhere) return;
  const folder = pathInSettings(place);
  await keepSetting('sourceMap', (before) => ({ ...textMap(before), [prefix]: folder }));
  remark('info', vscode.l10n.t('Sources of builds in {0} are now opened from {1}', prefix, folder));
}
