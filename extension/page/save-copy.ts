import * as vscode from 'vscode';
import { chooseTarget } from '../surface/dialogs.ts';

/**
 * Asks for a place and copies the session; undefined if cancelled.
 * @param copy replaces copying bytes
 */
export async function saveCopy(
  session: vscode.Uri,
  name: string,
  copy?: (target: vscode.Uri) => Promise<void>,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.laglens`;
  const target = await chooseTarget({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
    filters: { [vscode.l10n.t('Laglens session')]: ['laglens'] },
    title: vscode.l10n.t('Save Lag Session'),
  });
  if (target === undefined) return undefined;
  if (copy === undefined) await vscode.workspace.fs.copy(session, target, { overwrite: true });
  else await copy(target);
  return target;
}
