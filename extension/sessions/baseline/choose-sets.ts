import * as vscode from 'vscode';
import type { SessionLibrary, StoredSession } from '../../../host/capture/library.ts';
import { type PickerRow, pickSeveral } from '../../surface/pickers.ts';
import { fileText, recordedMs, recordedText, sessionTitle } from '../facts/session-texts.ts';
import type { StoredFacts } from '../facts/stored-facts.ts';
import { browseSessions } from '../stored-sessions.ts';
import type { SessionSets, SetSession } from './session-sets.ts';

export interface SetServices {
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
}

interface SetRow extends PickerRow {
  /** Undefined for the way to any file. */
  readonly session?: SetSession;
}

interface KnownSession extends SetSession {
  readonly atMs: number;
  readonly description: string;
}

/** Asks for the sessions of side B. @param path the session of side A, which is not offered */
export async function chooseOthers(services: SetServices, path: string): Promise<readonly SetSession[] | undefined> {
  const stored = await knownSessions(services, await services.library.sessions());
  const question = vscode.l10n.t('B: the sessions to compare with, such as all captures of the old build');
  const browse: SetRow = { icon: 'folder-opened', label: vscode.l10n.t('Browse…'), alwaysShow: true };
  const others = stored.filter((each) => each.path !== path);
  return pickSide([...others.map((session) => rowOf(session, false)), browse], question);
}

/** Asks which of some sessions are the baseline; the earlier half unless the user says otherwise. */
export async function divideSessions(services: SetServices, paths: readonly string[]): Promise<SessionSets | undefined> {
  const stored = await services.library.sessions();
  const found = await knownSessions(
    services,
    stored.filter((session) => paths.includes(session.path)),
  );
  const known = new Map(found.map((each) => [each.path, each]));
  const all = paths.map((path) => known.get(path) ?? fileSession(path)).sort((a, b) => a.atMs - b.atMs);
  const half = all.slice(0, Math.floor(all.length / 2));
  const before = await pickSide(
    all.map((session) => rowOf(session, half.includes(session))),
    vscode.l10n.t('B among the selected sessions; all others are A, and are compared with it'),
  );
  if (before === undefined) return undefined;
  const taken = new Set(before.map((each) => each.path));
  return { before, now: all.filter((each) => !taken.has(each.path)) };
}

/** Undefined if cancelled. */
async function pickSide(rows: readonly SetRow[], placeHolder: string): Promise<readonly SetSession[] | undefined> {
  const options = { title: vscode.l10n.t('Compare'), placeHolder, matchOnDescription: true, ignoreFocusOut: true };
  const chosen = await pickSeveral(rows, options);
  if (chosen === undefined) return undefined;
  const sessions = chosen.flatMap(({ session }) => session ?? []);
  if (sessions.length === chosen.length) return sessions;
  const files = (await browseSessions(false, true)).filter(({ scheme }) => scheme === 'file');
  const known = new Set(sessions.map(({ path }) => path));
  return [...sessions, ...files.filter(({ fsPath }) => !known.has(fsPath)).map(({ fsPath }) => fileSession(fsPath))];
}

function rowOf(session: KnownSession, picked: boolean): SetRow {
  return { label: session.title, description: session.description, picked, session };
}

async function knownSessions({ facts }: SetServices, stored: readonly StoredSession[]): Promise<readonly KnownSession[]> {
  facts.want(stored);
  return Promise.all(
    stored.map(async (session) => {
      const recorded = await facts.known(session);
      const atMs = recordedMs(session, recorded);
      return { path: session.path, title: sessionTitle(session, recorded), description: recordedText(recorded), atMs };
    }),
  );
}

/** A file outside of the library. */
function fileSession(path: string): KnownSession {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return { path, title: fileText(name.replace(/\.laglens$/, '')), description: '', atMs: 0 };
}
