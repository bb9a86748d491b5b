import * as vscode from 'vscode';
import { background } from '../../../core/guarded.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import { commandId } from '../../../extension/contributions/commands.ts';
import { type AppVersion, type AppVersions, comparableApps } from '../../../extension/sessions/app-versions.ts';
import { inform } from '../../../extension/surface/notifications.ts';
import { type PickerRow, pickOne } from '../../../extension/surface/pickers.ts';

export interface ChosenVersions {
  readonly app: string;
  readonly now: AppVersion;
  readonly before: AppVersion;
}

/** Apps and versions in a sentence. */
const MOST_NAMED = 4;
const LONGEST_NAME = 80;

/** Asks for app and versions where there is a choice, the latest two first. Undefined if cancelled, or too few, which is said. */
export async function chooseVersions(apps: readonly AppVersions[], report: (error: unknown) => void): Promise<ChosenVersions | undefined> {
  const comparable = comparableApps(apps);
  if (comparable.length === 0) {
    background(offerCapture(tooFewText(apps)), report);
    return undefined;
  }
  const chosen = await choose(
    comparable.map((app) => ({ label: app.app, description: app.versions.map(({ version }) => version).join(', '), value: app })),
    vscode.l10n.t('App whose versions are compared'),
  );
  if (chosen === undefined) return undefined;
  const { app, versions } = chosen;
  const now = versions.length === 2 ? versions[0] : await choose(versions.map(rowOf), vscode.l10n.t('A: the version of {0} to judge', app));
  if (now === undefined) return undefined;
  const others = versions.filter((version) => version !== now);
  // The last one before it comes first.
  const older = others.filter(({ firstMs }) => firstMs <= now.firstMs);
  const newer = others.filter(({ firstMs }) => firstMs > now.firstMs);
  const before = await choose([...older, ...newer].map(rowOf), vscode.l10n.t('B: the version to compare {0} with', now.version));
  return before && { app, now, before };
}

/** Its button makes VS Code show all of the text. */
async function offerCapture(text: string): Promise<void> {
  const start = vscode.l10n.t('Start Lag Capture');
  if ((await inform(text, start)) === start) await vscode.commands.executeCommand(commandId('start'));
}

/** The only value without a question; undefined if cancelled. */
async function choose<T>(rows: readonly (PickerRow & { readonly value: T })[], placeHolder: string): Promise<T | undefined> {
  if (rows.length <= 1) return rows[0]?.value;
  return (await pickOne(rows, { title: vscode.l10n.t('Compare Versions'), placeHolder, ignoreFocusOut: true }))?.value;
}

function rowOf(value: AppVersion): PickerRow & { readonly value: AppVersion } {
  return { label: value.version, description: sessionsText(value.paths.length), value };
}

function sessionsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 session') : vscode.l10n.t('{0} sessions', count);
}

/** `Two versions of one app are needed. Stored are 3 sessions of com.example.shop 1.0. …` */
function tooFewText(apps: readonly AppVersions[]): string {
  const stored = apps.flatMap(({ app, versions }) => versions.map((version) => ({ app, ...version })));
  const need = vscode.l10n.t('Comparing versions needs sessions of two versions of one app.');
  if (stored.length === 0) return `${need} ${vscode.l10n.t('No session is stored yet: capture both.')}`;
  const named = stored.slice(0, MOST_NAMED).map(({ app, version, paths }) => {
    const name = oneLine(app, LONGEST_NAME);
    const count = sessionsText(paths.length);
    return version === ''
      ? vscode.l10n.t('{0} of {1} without a version', count, name)
      : vscode.l10n.t('{0} of {1} {2}', count, name, oneLine(version, LONGEST_NAME));
  });
  const more = stored.length - named.length;
  const list = [...named, ...(more > 0 ? [vscode.l10n.t('{0} more', more)] : [])].join(', ');
  return `${need} ${vscode.l10n.t('Stored: {0}. Capture the other version, too; 5 sessions of each tell more than chance.', list)}`;
}
