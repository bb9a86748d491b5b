import { basename, resolve } from 'node:path';
import * as vscode from 'vscode';
import { LaglensError } from '../../../core/errors.ts';
import { isRemotePath } from '../../../core/symbols/bytes/remote-path.ts';
import type { SessionEditors } from '../../../extension/page/session-editor.ts';
import { browseSessions } from '../../../extension/sessions/stored-sessions.ts';
import { mayOpen } from '../../../extension/share/open-link.ts';
import { warn } from '../../../extension/surface/notifications.ts';
import type { LagLink } from '../core/page/linked-page.ts';

/** Opens a session at its lag; asks outside the workspace and `own` folders, and where a moved file is now. */
export async function openLag({ path: stored, lag }: LagLink, editors: SessionEditors, own: readonly string[]): Promise<void> {
  // `WORKSPACE/../x` is outside.
  const path = resolve(stored);
  if (isRemotePath(stored) || isRemotePath(path)) throw notHere(stored);
  const view = lag === undefined ? undefined : { lag };
  const uri = vscode.Uri.file(path);
  if (!(await mayOpen(uri, own, vscode.l10n.t('The row comes from a session file.')))) return;
  const isThere = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (isThere) return editors.open(uri, view);
  const locate = vscode.l10n.t('Locate…');
  const answer = await warn(vscode.l10n.t('The session {0} is not where it was read: {1}', basename(path), path), locate);
  const [moved] = answer === locate ? await browseSessions(false) : [];
  if (moved !== undefined) await editors.open(moved, view);
}

function notHere(path: string): LaglensError {
  return new LaglensError({
    code: 'session-not-found',
    message: vscode.l10n.t('The session is on another computer: {0}', path),
    next: vscode.l10n.t('Copy it to this computer, and open it there.'),
  });
}
