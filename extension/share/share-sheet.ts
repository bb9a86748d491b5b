import * as vscode from 'vscode';
import type { Redaction } from '../../core/session/copy/redaction.ts';
import { type PickerRow, pickSeveral } from '../surface/pickers.ts';

/** Contents of a shared session, by the user's choice. */
interface SheetChoice {
  readonly redaction: Redaction;
  /** Local source paths, so that a double click in the page opens an editor here. */
  readonly links: boolean;
  /** Source lines of this computer. */
  readonly code: boolean;
}

/** Optional contents of a form of sharing. */
interface SheetOffers {
  readonly links?: boolean;
  /** Source lines; preselected by `recorded here`, as no sender chose the lines then. */
  readonly code?: 'recorded here' | 'from elsewhere';
}

interface SheetItem extends PickerRow {
  readonly is: 'serials' | 'deviceNames' | 'paths' | 'links' | 'code';
}

/** Asks what a shared session contains; undefined if cancelled. Identifying facts are off by default. */
export async function askWhatLeaves(title: string, { links = false, code }: SheetOffers = {}): Promise<SheetChoice | undefined> {
  const items: readonly SheetItem[] = [
    {
      is: 'paths',
      label: vscode.l10n.t('Shorten paths'),
      detail: vscode.l10n.t('Paths start at the workspace folder, or at ~ for a home folder; user names are removed.'),
      picked: true,
    },
    {
      is: 'serials',
      label: vscode.l10n.t('Remove device serial numbers'),
      detail: vscode.l10n.t('Also removed from the agent’s log.'),
      picked: true,
    },
    {
      is: 'deviceNames',
      label: vscode.l10n.t('Remove device names'),
      detail: vscode.l10n.t('Device names often contain the owner’s name.'),
      picked: true,
    },
    ...(links
      ? [
          {
            is: 'links',
            label: vscode.l10n.t('Allow links into VS Code'),
            detail: vscode.l10n.t('The page holds the full paths of your sources, so that a double click opens them on this computer.'),
            picked: false,
          } as const,
        ]
      : []),
    ...(code === undefined
      ? []
      : [
          {
            is: 'code',
            label: vscode.l10n.t('Copy lines of your sources'),
            detail:
              code === 'recorded here'
                ? vscode.l10n.t('The source lines named in the session, as they are in your workspace.')
                : vscode.l10n.t('This session was recorded elsewhere; its author chose which lines of your workspace it names.'),
            picked: code === 'recorded here',
          } as const,
        ]),
  ];
  const chosen = await pickSeveral(items, {
    title,
    placeHolder: vscode.l10n.t('Always included: code, file, thread and app names'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  const is = (what: SheetItem['is']): boolean => chosen.some((item) => item.is === what);
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return {
    redaction: { serials: is('serials'), deviceNames: is('deviceNames'), folders: is('paths') ? folders : undefined },
    links: is('links'),
    code: is('code'),
  };
}
