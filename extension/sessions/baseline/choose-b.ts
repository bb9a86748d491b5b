import * as vscode from 'vscode';
import { inform } from '../../surface/notifications.ts';
import { pickOne } from '../../surface/pickers.ts';
import { withNotification } from '../../surface/progress.ts';
import { type AppVersion, appVersions } from '../app-versions.ts';
import { appText } from '../facts/session-texts.ts';
import { factsOf, knownSessions } from '../known-sessions.ts';
import { chooseOthers, type SetServices } from './choose-sets.ts';

/** Several sessions as side B. */
export interface SeveralSessions {
  /** For people. */
  readonly title: string;
  readonly paths: readonly string[];
}

/** Undefined if cancelled or nothing was chosen. @param path the session of side A */
export async function chooseSeveral(services: SetServices, path: string): Promise<SeveralSessions | undefined> {
  const chosen = await chooseOthers(services, path);
  if (chosen === undefined || chosen.length === 0) return undefined;
  const paths = chosen.map((each) => each.path);
  return { title: paths.length === 1 ? (chosen[0]?.title ?? '') : vscode.l10n.t('{0} sessions', paths.length), paths };
}

/** Asks for a version of the app, without side A's own session. Undefined if cancelled, or none is stored, which is said. */
export async function chooseVersion(services: SetServices, path: string): Promise<SeveralSessions | undefined> {
  const { library, facts } = services;
  const sessions = await library.sessions();
  const title = vscode.l10n.t('Laglens: reading the versions of sessions');
  const read = (): Promise<Awaited<ReturnType<typeof factsOf>>> =>
    withNotification(title, async (signal) => knownSessions(facts, sessions, signal, () => undefined).catch(() => undefined));
  const known = (await factsOf(facts, sessions)) ?? (await read());
  if (known === undefined) return undefined;
  const own = known.find(({ session }) => session.path === path);
  const app = own && appText(own.session, own.recorded);
  const versions = appVersions(known.filter(({ session }) => session.path !== path))
    .filter((each) => app === undefined || each.app === app)
    .flatMap((each) => each.versions.map((version) => ({ ...version, app: each.app })))
    .filter(({ version }) => version !== '');
  if (versions.length === 0) {
    await inform(vscode.l10n.t('No other stored session of this app says its version.'));
    return undefined;
  }
  const rows = versions.map((each) => ({ label: each.version, description: about(each, app === undefined ? each.app : ''), value: each }));
  const placeHolder = vscode.l10n.t('B: the version to compare with');
  const chosen = await pickOne(rows, { title: vscode.l10n.t('Compare'), placeHolder, ignoreFocusOut: true });
  return chosen && { title: vscode.l10n.t('version {0} ({1})', chosen.value.version, about(chosen.value, '')), paths: chosen.value.paths };
}

function about({ paths }: AppVersion, app: string): string {
  const count = paths.length === 1 ? vscode.l10n.t('1 session') : vscode.l10n.t('{0} sessions', paths.length);
  return app === '' ? count : `${count}, ${app}`;
}
