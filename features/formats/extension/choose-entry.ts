import { posix } from 'node:path';
import * as vscode from 'vscode';
import { pickOne } from '../../../extension/surface/pickers.ts';
import type { OfferedEntries } from './conversion.ts';

/** Asks which file of a container to open; undefined if cancelled. @param container its name */
export async function chooseEntry(container: string, { entries, more }: OfferedEntries): Promise<string | undefined> {
  const rows = entries.map(({ name, label }) => {
    const folder = posix.dirname(name).replace(/!$/, '');
    return { label: posix.basename(name), ...(folder === '.' ? {} : { description: folder }), detail: label, name };
  });
  const title = vscode.l10n.t('{0} holds several files that Laglens reads', container);
  const choose = vscode.l10n.t('Which one to open?');
  const placeHolder = more > 0 ? `${choose} ${vscode.l10n.t('{0} more are not listed.', more)}` : choose;
  const row = await pickOne(rows, { title, placeHolder, matchOnDescription: true, matchOnDetail: true, ignoreFocusOut: true });
  return row?.name;
}
