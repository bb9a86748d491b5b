import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import type { SessionLibrary, StoredSession } from '../../host/capture/library.ts';
import { confirm } from '../surface/notifications.ts';
import { LivePicker, type PickerRow } from '../surface/pickers.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { comparableTo, type KnownSession } from './comparable-sessions.ts';
import { recordedText, sessionTitle } from './facts/session-texts.ts';
import type { StoredFacts } from './facts/stored-facts.ts';

/** A stored session, or the request to browse for a file, to choose several or a version, or to keep the baseline. */
type PickedSession = vscode.Uri | 'browse' | 'several' | 'version' | 'baseline' | undefined;

export interface PickSessionServices {
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  report(error: unknown): void;
}

export interface PickPurpose {
  readonly title: string;
  readonly placeholder: string;
  /** The placeholder when no session can be offered. */
  readonly noneText?: string;
  /** Path of the session that another one is chosen for. */
  readonly comparedTo?: string;
  /** Several sessions, or those of a version, can be chosen in another dialog. */
  readonly offersSeveral?: boolean;
  /** Name of a baseline that can be kept. */
  readonly baseline?: string;
}

function opening(): PickPurpose {
  const placeholder = vscode.l10n.t('Search sessions (the oldest unpinned are removed automatically)');
  return { title: vscode.l10n.t('Open Lag Session'), placeholder };
}

interface SessionItem extends PickerRow {
  /** Undefined for the ways to others. */
  readonly session?: StoredSession;
  readonly leadsTo?: 'browse' | 'several' | 'version' | 'baseline';
}

const ICONS = { pin: 'pin', unpin: 'pinned', delete: 'trash' } as const;

interface RowButton extends vscode.QuickInputButton {
  readonly does: keyof typeof ICONS;
}

/** Stored sessions, the likeliest to compare with first, then the newest; buttons keep one regardless of limits, or delete it. */
export async function pickSession(services: PickSessionServices, purpose: PickPurpose = opening()): Promise<PickedSession> {
  const { library, facts, report } = services;
  const { title, placeholder } = purpose;
  const key = ({ session, leadsTo }: SessionItem): string | undefined => session?.path ?? leadsTo;
  const picker = new LivePicker<SessionItem>({ title, placeholder, key, firstIsActive: true, failed: unexpected });
  const pick = picker.control;
  const show = async (): Promise<void> => {
    const stored = await library.sessions();
    const known = await Promise.all(stored.map(async (session) => ({ session, recorded: await facts.known(session) })));
    const { likely, others } = comparableTo(purpose.comparedTo, known);
    const isEmpty = likely.length + others.length === 0;
    picker.placeholder = isEmpty ? (purpose.noneText ?? placeholder) : placeholder;
    picker.show([...likely.map(sessionItem), ...baselineItems(purpose), ...others.map(sessionItem), ...otherWays(purpose)]);
    facts.want([...likely, ...others].map(({ session }) => session));
  };
  // Facts that are read while the first rows are made are shown, too.
  const following = facts.onDidChange(guarded(() => background(show(), report), unexpected));
  await show().catch((error: unknown) => {
    following.dispose();
    throw error;
  });
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(
      guarded(({ item, button }) => {
        const does = isRowButton(button) ? button.does : undefined;
        if (item.session === undefined || does === undefined) return;
        background(execute(services, item.session, does).then(show), report);
      }, unexpected),
    );
    pick.onDidAccept(
      guarded(() => {
        const picked = picker.chosen;
        if (picked === undefined) return;
        resolve(picked.session === undefined ? (picked.leadsTo ?? 'browse') : vscode.Uri.file(picked.session.path));
        pick.hide();
      }, unexpected),
    );
    pick.onDidHide(
      guarded(() => {
        following.dispose();
        pick.dispose();
        resolve(undefined);
      }, unexpected),
    );
    pick.show();
  });
}

async function execute({ library, facts }: PickSessionServices, session: StoredSession, does: keyof typeof ICONS): Promise<void> {
  if (does !== 'delete') await library.pin(session, does === 'pin');
  else if (await confirmDeletion(session, facts)) await library.remove(session);
}

/** Asks before a session is deleted. */
export async function confirmDeletion(session: StoredSession, facts: StoredFacts): Promise<boolean> {
  const recorded = await facts.known(session);
  const question = vscode.l10n.t('Delete the session {0}?', sessionTitle(session, recorded));
  return confirm({ question, detail: recordedText(recorded) }, vscode.l10n.t('Delete'));
}

function sessionItem({ session, recorded }: KnownSession): SessionItem {
  return {
    ...(session.isPinned ? { icon: 'pinned' } : {}),
    label: sessionTitle(session, recorded),
    description: recordedText(recorded),
    buttons: [
      session.isPinned ? rowButton('unpin', vscode.l10n.t('Unpin')) : rowButton('pin', vscode.l10n.t('Pin')),
      rowButton('delete', vscode.l10n.t('Delete this session')),
    ],
    session,
  };
}

function baselineItems({ baseline }: PickPurpose): readonly SessionItem[] {
  if (baseline === undefined) return [];
  return [{ icon: 'compare-changes', label: baseline, description: vscode.l10n.t('the baseline'), leadsTo: 'baseline' }];
}

/** Last, as Enter takes the first row. */
function otherWays({ offersSeveral }: PickPurpose): readonly SessionItem[] {
  const browse = { icon: 'folder-opened', label: vscode.l10n.t('Browse…'), alwaysShow: true, leadsTo: 'browse' } as const;
  const several = { icon: 'layers', label: vscode.l10n.t('Several Sessions…'), alwaysShow: true, leadsTo: 'several' } as const;
  const version = { icon: 'versions', label: vscode.l10n.t('Another Version…'), alwaysShow: true, leadsTo: 'version' } as const;
  return offersSeveral === true ? [browse, several, version] : [browse];
}

function rowButton(does: keyof typeof ICONS, tooltip: string): RowButton {
  return { does, tooltip, iconPath: new vscode.ThemeIcon(ICONS[does]) };
}

function isRowButton(button: vscode.QuickInputButton): button is RowButton {
  return 'does' in button;
}
