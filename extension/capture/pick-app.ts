import * as vscode from 'vscode';
import type { AppProcess, AppRow, Device } from '../../host/devices/device.ts';
import { localized } from '../surface/localized.ts';
import { deviceWords } from './device-words.ts';
import { type LiveItem, livePick } from './live-pick.ts';
import { refreshed } from './refreshed.ts';

const REFRESH_MS = 2500;

interface AppItem extends LiveItem {
  readonly row?: AppRow;
}

/** Task that runs before the launch, if any. */
type InstallingTask = string | undefined;

interface ProcessItem extends LiveItem {
  readonly process: AppProcess;
}

/** Asks for an app of the device; the list follows starts and ends of apps. */
export async function pickApp(
  device: Device,
  last: string | undefined,
  installs: InstallingTask,
  report: (error: unknown) => void,
): Promise<AppRow | 'back' | undefined> {
  const picked = await livePick<AppItem>({
    title: vscode.l10n.t('Apps on {0}', deviceWords(device.row).name),
    placeholder: vscode.l10n.t('Select an app'),
    step: 2,
    totalSteps: 2,
    canGoBack: true,
    follow: (show) =>
      refreshed({
        pauseMs: REFRESH_MS,
        ask: (signal) => device.apps(signal),
        show: (rows) => show(appItems(rows, last, installs)),
        failed: report,
      }),
  });
  return picked === 'back' ? 'back' : picked?.row;
}

/** Asks for a process if the app has several. */
export async function pickProcess(app: AppRow): Promise<AppProcess | undefined> {
  if (app.processes.length <= 1) return app.processes[0];
  const picked = await livePick<ProcessItem>({
    title: vscode.l10n.t('{0} has several processes', app.name),
    placeholder: vscode.l10n.t('Select the process to record'),
    step: 2,
    totalSteps: 2,
    canGoBack: false,
    follow(show) {
      show(app.processes.map((process) => ({ id: String(process.pid), label: process.name, description: `pid ${process.pid}`, process })));
      return new vscode.Disposable(() => undefined);
    },
  });
  return picked === 'back' ? undefined : picked?.process;
}

/** Drops the problem `not installed` if the task installs the app. */
function installable(row: AppRow, installs: InstallingTask): AppRow {
  if (installs === undefined || row.group !== 'workspace' || row.problem?.code !== 'app-not-found') return row;
  const { problem, ...rest } = row;
  return { ...rest, notes: [...row.notes, vscode.l10n.t('The task “{0}” runs before the launch and should install the app.', installs)] };
}

function appItems(given: readonly AppRow[], last: string | undefined, installs: InstallingTask): readonly AppItem[] {
  const rows = given.map((row) => installable(row, installs));
  const titles: Readonly<Record<AppRow['group'], string>> = {
    workspace: vscode.l10n.t('this workspace'),
    running: vscode.l10n.t('running'),
    installed: vscode.l10n.t('installed'),
    other: vscode.l10n.t('can’t be captured'),
  };
  const lastRow = rows.find((row) => row.id === last && row.problem === undefined);
  const items: AppItem[] = lastRow
    ? [{ label: vscode.l10n.t('last used'), kind: vscode.QuickPickItemKind.Separator }, appItem(lastRow)]
    : [];
  let group: AppRow['group'] | undefined;
  for (const row of rows) {
    if (row === lastRow) continue;
    if (row.group !== group) items.push({ label: titles[row.group], kind: vscode.QuickPickItemKind.Separator });
    group = row.group;
    items.push(appItem(row));
  }
  return items;
}

function appItem(row: AppRow): AppItem {
  const icon = row.problem !== undefined ? 'circle-slash' : row.processes.length > 0 ? 'play-circle' : 'package';
  const detail =
    row.problem !== undefined ? `${localized(row.problem.why)}. ${localized(row.problem.next)}` : row.notes.map(localized).join(' ');
  return {
    id: row.id,
    icon,
    label: row.name,
    description: row.id === row.name ? localized(row.detail) : `${row.id}  ${localized(row.detail)}`,
    ...(detail === '' ? {} : { detail }),
    row,
  };
}
