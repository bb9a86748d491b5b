import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import type { SessionLibrary, StoredSession } from '../../host/capture/library.ts';
import { confirm } from '../surface/notifications.ts';
import { LivePicker, type PickerRow } from '../surface/pickers.ts';
import { unexpected } from '../vscode/unexpected.ts';

/** A stored session, or the wish to browse for a file. */
type PickedSession = vscode.Uri | 'browse' | undefined;

interface SessionItem extends PickerRow {
  /** Undefined for the way to any file. */
  readonly session?: StoredSession;
}

const ICONS = { pin: 'pin', unpin: 'pinned', delete: 'trash' } as const;

interface RowButton extends vscode.QuickInputButton {
  readonly does: keyof typeof ICONS;
}

/** Stored sessions, newest first; buttons keep one regardless of limits, or delete it. */
export async function pickSession(library: SessionLibrary, report: (error: unknown) => void): Promise<PickedSession> {
  const placeholder = vscode.l10n.t('Search sessions (the oldest unpinned are removed automatically)');
  const picker = new LivePicker<SessionItem>(vscode.l10n.t('Open Lag Session'), placeholder);
  const pick = picker.control;
  picker.show(sessionItems(await library.sessions()));
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(
      guarded(({ item, button }) => {
        const does = isRowButton(button) ? button.does : undefined;
        if (item.session === undefined || does === undefined) return;
        execute(library, item.session, does).then((sessions) => picker.show(sessionItems(sessions)), report);
      }, unexpected),
    );
    pick.onDidAccept(
      guarded(() => {
        const picked = picker.chosen;
        if (picked === undefined) return;
        resolve(picked.session === undefined ? 'browse' : vscode.Uri.file(picked.session.path));
        pick.hide();
      }, unexpected),
    );
    pick.onDidHide(
      guarded(() => {
        pick.dispose();
        resolve(undefined);
      }, unexpected),
    );
    pick.show();
  });
}

async function execute(library: SessionLibrary, session: StoredSession, does: keyof typeof ICONS): Promise<readonly StoredSession[]> {
  if (does !== 'delete') await library.pin(session, does === 'pin');
  else if (await isSure(session)) await library.remove(session);
  return library.sessions();
}

async function isSure(session: StoredSession): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const question = vscode.l10n.t('Delete the session {0}?', session.name);
  return confirm({ question }, yes);
}

function sessionItems(stored: readonly StoredSession[]): readonly SessionItem[] {
  const items = stored.map((session) => ({
    ...(session.isPinned ? { icon: 'pinned' } : {}),
    label: session.name,
    description: `${new Date(session.modifiedMs).toLocaleString(vscode.env.language)} · ${Math.ceil(session.bytes / 1024)} KB`,
    buttons: [
      session.isPinned ? rowButton('unpin', vscode.l10n.t('Unpin')) : rowButton('pin', vscode.l10n.t('Pin')),
      rowButton('delete', vscode.l10n.t('Delete this session')),
    ],
    session,
  }));
  return [...items, { icon: 'folder-opened', label: vscode.l10n.t('Browse…'), alwaysShow: true }];
}

function rowButton(does: keyof typeof ICONS, tooltip: string): RowButton {
  return { does, tooltip, iconPath: new vscode.ThemeIcon(ICONS[does]) };
}

function isRowButton(button: vscode.QuickInputButton): button is RowButton {
  return 'does' in button;
}
