import * as vscode from 'vscode';
import { LaglensError } from '../../../core/errors.ts';

/** Links, key bindings and other extensions reach commands that the palette hides. @throws LaglensError in Restricted Mode */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new LaglensError({
    code: 'workspace-untrusted',
    message: vscode.l10n.t('Captures and troubleshooting run programs (adb, tasks), and this folder is not trusted.'),
    next: vscode.l10n.t('Trust the folder, then try again. Viewing recorded sessions needs no trust.'),
    action: 'manageTrust',
  });
}
