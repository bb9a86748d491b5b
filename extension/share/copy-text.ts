import * as vscode from 'vscode';
import { remark } from '../surface/status-bar.ts';

/** The user asked for it in a page, which shows the same text. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  remark('check', vscode.l10n.t('Copied as text'), 4_000);
}
