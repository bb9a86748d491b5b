import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { chooseFiles } from '../surface/dialogs.ts';
import { type PickerRow, pickOne } from '../surface/pickers.ts';

/** Manifests of one lake are many: searched files, not lakes. */
const MOST_FILES = 2_000;
const MANIFESTS = '**/manifests/*/*.json';

interface LakeRow extends PickerRow {
  readonly folder?: string;
}

/** A lake's folder; undefined if cancelled. @param last folder that was chosen last */
export async function chooseLake(last: string | undefined): Promise<string | undefined> {
  const found = await lakesInWorkspace();
  const known = last !== undefined && (await isLake(last)) ? [last, ...found.filter((each) => each !== last)] : found;
  const rows: readonly LakeRow[] = [
    ...known.map((folder) => ({ icon: 'database', label: vscode.workspace.asRelativePath(folder), description: folder, folder })),
    { icon: 'folder-opened', label: vscode.l10n.t('Browse for a Lake…'), alwaysShow: true },
  ];
  const options = { title: vscode.l10n.t('Compare Versions'), placeHolder: vscode.l10n.t('The lake whose sessions are compared') };
  const chosen = await pickOne(rows, { ...options, ignoreFocusOut: true });
  if (chosen === undefined || chosen.folder !== undefined) return chosen?.folder;
  return chooseFolder(vscode.l10n.t('Open Lake'));
}

/** Undefined if cancelled. */
async function chooseFolder(openLabel: string): Promise<string | undefined> {
  const [folder] = await chooseFiles({ canSelectFiles: false, canSelectFolders: true, openLabel });
  return folder?.scheme === 'file' ? folder.fsPath : undefined;
}

async function lakesInWorkspace(): Promise<readonly string[]> {
  const manifests = await vscode.workspace.findFiles(MANIFESTS, '**/node_modules/**', MOST_FILES);
  const local = manifests.filter(({ scheme }) => scheme === 'file');
  const folders = new Set(local.map((uri) => vscode.Uri.joinPath(uri, '..', '..', '..').fsPath));
  const lakes: string[] = [];
  for (const folder of [...folders].sort()) if (await isLake(folder)) lakes.push(folder);
  return lakes;
}

async function isLake(folder: string): Promise<boolean> {
  const areFolders = ['sessions', 'manifests'].map((name) =>
    stat(join(folder, name)).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  );
  return (await Promise.all(areFolders)).every(Boolean);
}
