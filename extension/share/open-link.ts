import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { isWithin, parseLink } from '../../host/share/view-link.ts';
import type { SessionEditors } from '../page/session-editor.ts';
import { confirm } from '../surface/notifications.ts';

/**
 * Opens a link. Its author chose the file, so asks first outside the workspace and `own` folders.
 * @throws LaglensError if the link or its file is bad
 */
export async function openLink(link: vscode.Uri, editors: SessionEditors, own: readonly string[]): Promise<void> {
  const linked = parseLink(link);
  if (linked === undefined) {
    throw new LaglensError({
      code: 'link-unreadable',
      message: vscode.l10n.t('This link does not point to a session file on this computer.'),
      next: vscode.l10n.t('Copy it again with Share, Copy Link to This View, where the session is open.'),
    });
  }
  const uri = vscode.Uri.file(linked.path);
  if (!(await mayOpen(uri, own, vscode.l10n.t('A link asks to open a session file.')))) return;
  await vscode.workspace.fs.stat(uri).then(undefined, () => {
    throw new LaglensError({
      code: 'session-not-found',
      message: vscode.l10n.t('The link’s session does not exist: {0}', uri.fsPath),
      next: vscode.l10n.t('Check whether the file was moved, or made on another computer.'),
    });
  });
  await editors.open(uri, linked.view);
}

/** Asks for files outside the workspace and `own` folders. */
export async function mayOpen(uri: vscode.Uri, own: readonly string[], question: string): Promise<boolean> {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map((folder) => folder.uri.fsPath);
  if (isWithin(uri.fsPath, [...folders, ...own])) return true;
  const detail = vscode.l10n.t('Outside this workspace: {0}', uri.fsPath);
  return confirm({ question, detail }, vscode.l10n.t('Open Session'));
}
