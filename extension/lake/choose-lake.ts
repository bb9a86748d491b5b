import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { copyText } from '../share/copy-text.ts';
import { chooseFiles } from '../surface/dialogs.ts';
import { type PickerRow, pickOne } from '../surface/pickers.ts';
import { typeInTerminal } from '../surface/tasks.ts';
import { makingCommand } from './making-command.ts';

/** Manifests of one lake are many: searched files, not lakes. */
const MOST_FILES = 2_000;
const MANIFESTS = '**/manifests/*/*.json';

interface LakeRow extends PickerRow {
  readonly folder?: string;
  readonly makes?: 'typed' | 'copied';
}

/**
 * A lake's folder; undefined if cancelled, or if the user takes the command that makes one.
 * @param last folder that was chosen last
 * @param sessions folder of stored sessions
 */
export async function chooseLake(last: string | undefined, sessions: string): Promise<string | undefined> {
  const found = await lakesInWorkspace();
  const known = last !== undefined && (await isLake(last)) ? [last, ...found.filter((each) => each !== last)] : found;
  const command = makingCommand(sessions, sep === '\\');
  const making: readonly LakeRow[] = [
    { icon: 'terminal', label: vscode.l10n.t('Make a Lake in a Terminal'), detail: command, makes: 'typed', alwaysShow: true },
    { icon: 'copy', label: vscode.l10n.t('Copy the Command That Makes a Lake'), detail: command, makes: 'copied', alwaysShow: true },
  ];
  const rows: readonly LakeRow[] = [
    ...(known.length === 0 ? making : []),
    ...known.map((folder) => ({ icon: 'database', label: vscode.workspace.asRelativePath(folder), description: folder, folder })),
    { icon: 'folder-opened', label: vscode.l10n.t('Browse for a Lake…'), alwaysShow: true },
  ];
  const placeHolder =
    known.length === 0
      ? vscode.l10n.t('A lake is a folder with the lags of many sessions. None is in this workspace.')
      : vscode.l10n.t('The lake whose sessions are compared');
  const chosen = await pickOne(rows, { title: vscode.l10n.t('Compare Versions'), placeHolder, ignoreFocusOut: true });
  if (chosen?.makes === 'typed') typeInTerminal(vscode.l10n.t('Make a Lake'), command);
  if (chosen?.makes === 'copied') await copyText(command);
  if (chosen?.makes !== undefined) return undefined;
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
