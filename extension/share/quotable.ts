import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isWithin } from './view-link.ts';

/** Sources of programs. Settings, keys and notes of a workspace have other endings, or none. */
const SOURCE = /\.(?:java|kt|groovy|scala|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|rs|go|dart|cs|[jt]sx?)$/i;

/** Whether lines of the file may be shown to others: a source, in the workspace, and no link to anywhere else. */
export async function isQuotable(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined || !SOURCE.test(uri.path)) return false;
  // Elsewhere there are no links that lead to this computer's files.
  if (uri.scheme !== 'file') return true;
  const [file, within] = await Promise.all([uri, folder].map(({ fsPath }) => realpath(fsPath).catch(() => undefined)));
  return file !== undefined && within !== undefined && SOURCE.test(file) && isWithin(file, [within]);
}
