import * as vscode from 'vscode';
import type { Redaction } from '../../core/session/copy/redaction.ts';
import { type PickerRow, pickSeveral } from '../surface/pickers.ts';

/** Contents of a shared session, by the user's choice. */
export interface SheetChoice {
  readonly redaction: Redaction;
  /** Local source paths, so that a double click in the page opens an editor here. */
  readonly links: boolean;
  /** Source lines of this computer. */
  readonly code: boolean;
}

/** Optional contents of a form of sharing. */
export interface SheetOffers {
  readonly links?: boolean;
  /** Source lines; preselected by `recorded here`, as no sender chose the lines then. */
  readonly code?: 'recorded here' | 'from elsewhere';
}

interface SheetItem extends PickerRow {
  readonly is: 'serials' | 'deviceNames' | 'paths' | 'links' | 'code';
}

/** What a shared session contains unless the user says otherwise: no identifying facts. */
export function usualChoice(offers: SheetOffers): SheetChoice {
  return choiceOf(sheetItems(offers).filter(({ picked }) => picked));
}

/** Asks what a shared session contains; undefined if cancelled. */
export async function askWhatLeaves(title: string, offers: SheetOffers = {}): Promise<SheetChoice | undefined> {
  const chosen = await pickSeveral(sheetItems(offers), {
    title,
    placeHolder: vscode.l10n.t('Always included: code, file, thread and app names'),
    ignoreFocusOut: true,
  });
  return chosen && choiceOf(chosen);
}

function choiceOf(chosen: readonly SheetItem[]): SheetChoice {
  const is = (what: SheetItem['is']): boolean => chosen.some((item) => item.is === what);
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return {
    redaction: { serials: is('serials'), deviceNames: is('deviceNames'), folders: is('paths') ? folders : undefined },
    links: is('links'),
    code: is('code'),
  };
}

function sheetItems({ links = false, code }: SheetOffers): readonly SheetItem[] {
  return [
    {
      is: 'paths',
      label: vscode.l10n.t('Shorten paths'),
      detail: vscode.l10n.t('Paths begin at the workspace folder or ~, without user names.'),
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
            detail: vscode.l10n.t('A double click opens sources here, by their full paths in the page.'),
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
                : vscode.l10n.t('Recorded elsewhere: its author chose the lines of your workspace.'),
            picked: code === 'recorded here',
          } as const,
        ]),
  ];
}
