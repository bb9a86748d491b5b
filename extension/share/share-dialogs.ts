import * as vscode from 'vscode';
import type { ShareKind } from '../../protocol/page-protocol.ts';
import { chooseTarget } from '../surface/dialogs.ts';
import { inform } from '../surface/notifications.ts';
import { pickOne } from '../surface/pickers.ts';
import { withNotification } from '../surface/progress.ts';
import type { TargetFolder } from './target-folder.ts';

export async function chooseKind(hasLag: boolean, isFile: boolean): Promise<Exclude<ShareKind, 'choose'> | undefined> {
  const item = (kind: Exclude<ShareKind, 'choose'>, label: string, detail: string) => ({ shareKind: kind, label, detail });
  const lag = item(
    'lag',
    vscode.l10n.t('Keep This Lag…'),
    vscode.l10n.t('The selected lag and what was around it, as a small session file.'),
  );
  const link = item(
    'link',
    vscode.l10n.t('Copy Link to This View'),
    vscode.l10n.t('Opens this file on this computer in the current view.'),
  );
  const items = [
    item('page', vscode.l10n.t('Share Session as a Page…'), vscode.l10n.t('One HTML file that opens in any browser, without a network.')),
    item('file', vscode.l10n.t('Share Session File…'), vscode.l10n.t('A .laglens file, for others with this extension.')),
    ...(hasLag ? [lag] : []),
    item(
      'markdown',
      vscode.l10n.t('Copy as Markdown'),
      vscode.l10n.t('Device, build, the longest lags and their code, ready to paste into an issue or chat.'),
    ),
    item('text', vscode.l10n.t('Open as Text'), vscode.l10n.t('Opens the text in an editor.')),
    ...(isFile ? [link] : []),
  ];
  return (await pickOne(items, { title: vscode.l10n.t('Share'), matchOnDetail: true }))?.shareKind;
}

/** A file to write, of a kind with an extension. */
interface WantedFile {
  readonly name: string;
  readonly extension: string;
  readonly kind: string;
}

export async function askWhere(
  folder: TargetFolder,
  title: string,
  { name, extension, kind }: WantedFile,
): Promise<vscode.Uri | undefined> {
  const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${extension}`;
  const target = await chooseTarget({ defaultUri: await folder.suggestion(file), filters: { [kind]: [extension] }, title });
  if (target !== undefined) await folder.remember(target);
  return target;
}

export async function working<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withNotification(title, async (signal) => {
    const result = await work(signal);
    signal.throwIfAborted();
    return result;
  });
}

/** Says what a text holds; true if the user wants to choose. @param done a sentence on the text, which has the usual contents */
export async function asksForOptions(done: string, hasCode: boolean): Promise<boolean> {
  const options = vscode.l10n.t('Options…');
  const about = hasCode
    ? vscode.l10n.t('With lines of your sources; without serial numbers, device names and user names.')
    : vscode.l10n.t('Without serial numbers, device names and user names.');
  return (await inform(`${done} ${about}`, options)) === options;
}

/** @param leftOut a sentence on missing contents, or '' */
export async function offerToShow(target: vscode.Uri, leftOut = ''): Promise<void> {
  if (target.scheme !== 'file') return;
  const open = vscode.l10n.t('Open');
  const show = vscode.l10n.t('Show in Folder');
  const sentence = [vscode.l10n.t('Saved {0}.', nameOf(target)), leftOut].filter((part) => part !== '').join(' ');
  const chosen = await inform(sentence, ...(canOpen(target) ? [open] : []), ...(isDesktop() ? [show] : []));
  if (chosen === show) await vscode.commands.executeCommand('revealFileInOS', target);
  else if (chosen === open && isPage(target)) await vscode.env.openExternal(target);
  else if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}

/** A browser beside the editor cannot open another computer's pages. */
function canOpen(target: vscode.Uri): boolean {
  return !isPage(target) || (vscode.env.remoteName === undefined && isDesktop());
}

/** Browsers have no file manager, nor its command. */
function isDesktop(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop;
}

function isPage({ path }: vscode.Uri): boolean {
  return path.endsWith('.html');
}

export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
