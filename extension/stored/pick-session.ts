import * as vscode from 'vscode';
import type { SessionLibrary, StoredSession } from '../../host/capture/library.ts';

/** What the reader chose: a stored session, or to look for a file elsewhere. */
export type PickedSession = vscode.Uri | 'browse' | undefined;

interface SessionItem extends vscode.QuickPickItem {
  /** Undefined for the way to any file. */
  readonly session?: StoredSession;
}

const ICONS = { pin: 'pin', unpin: 'pinned', delete: 'trash' } as const;

interface RowButton extends vscode.QuickInputButton {
  readonly does: keyof typeof ICONS;
}

/** The stored sessions, newest first; buttons of a row keep it whatever the limits say, or delete it. */
export async function pickSession(library: SessionLibrary, report: (error: unknown) => void): Promise<PickedSession> {
  const pick = vscode.window.createQuickPick<SessionItem>();
  pick.title = vscode.l10n.t('Open Lag Session');
  pick.placeholder = vscode.l10n.t('The oldest are deleted when there are too many; pinned ones stay');
  pick.matchOnDescription = true;
  // The question before deleting takes the focus.
  pick.ignoreFocusOut = true;
  pick.items = sessionItems(await library.sessions());
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(({ item, button }) => {
      const does = isRowButton(button) ? button.does : undefined;
      if (item.session === undefined || does === undefined) return;
      obey(library, item.session, does).then((sessions) => {
        pick.keepScrollPosition = true;
        pick.items = sessionItems(sessions);
      }, report);
    });
    pick.onDidAccept(() => {
      const picked = pick.selectedItems[0];
      if (picked === undefined) return;
      resolve(picked.session === undefined ? 'browse' : vscode.Uri.file(picked.session.path));
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
  });
}

async function obey(library: SessionLibrary, session: StoredSession, does: keyof typeof ICONS): Promise<readonly StoredSession[]> {
  if (does !== 'delete') await library.pin(session, does === 'pin');
  else if (await isSure(session)) await library.remove(session);
  return library.sessions();
}

async function isSure(session: StoredSession): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const question = vscode.l10n.t('Delete the session {0}?', session.name);
  return (await vscode.window.showWarningMessage(question, { modal: true }, yes)) === yes;
}

function sessionItems(stored: readonly StoredSession[]): readonly SessionItem[] {
  const items = stored.map((session) => ({
    label: session.isPinned ? `$(pinned) ${session.name}` : session.name,
    description: `${new Date(session.modifiedMs).toLocaleString(vscode.env.language)} · ${Math.ceil(session.bytes / 1024)} KB`,
    buttons: [
      session.isPinned ? rowButton('unpin', vscode.l10n.t('Unpin: may be deleted again')) : rowButton('pin', vscode.l10n.t('Pin: keep it')),
      rowButton('delete', vscode.l10n.t('Delete this session')),
    ],
    session,
  }));
  return [...items, { label: vscode.l10n.t('$(folder-opened) Browse…'), alwaysShow: true }];
}

function rowButton(does: keyof typeof ICONS, tooltip: string): RowButton {
  return { does, tooltip, iconPath: new vscode.ThemeIcon(ICONS[does]) };
}

function isRowButton(button: vscode.QuickInputButton): button is RowButton {
  return 'does' in button;
}
