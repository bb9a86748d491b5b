import { joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
import type { AppRow } from '../../device.ts';
import { notDebuggable, notInstalled } from '../../errors.ts';
import type { InstalledApp } from '../protocol/services/installation-proxy.ts';
import { type BuiltApp, buildText } from '../xcode/xcrun/built-apps.ts';
import { processesOf } from './ios-process-table.ts';

export interface AppSources {
  readonly installed: readonly InstalledApp[];
  /** Undefined when unknown. */
  readonly running: readonly { readonly pid: number; readonly executable: string }[] | undefined;
  /** The workspace's first, then newest first. */
  readonly built: readonly BuiltApp[];
  /** Local builds can be installed. */
  readonly canInstall: boolean;
}

const order = ['workspace', 'running', 'installed', 'other'] as const;

/** In picker order: workspace, running, installed, other. */
export function appRows(sources: AppSources): readonly AppRow[] {
  const builds = new Map(sources.built.toReversed().map((each) => [each.bundleId, each]));
  const installed = new Set(sources.installed.map(({ bundleId }) => bundleId));
  const rows = sources.installed.map((app) => installedRow(app, builds.get(app.bundleId), sources));
  const missing = [...builds.values()].filter(({ bundleId, isOwn }) => isOwn && !installed.has(bundleId));
  return [...rows, ...missing.map((built) => notInstalledRow(built, sources.canInstall))].sort(
    (a, b) => order.indexOf(a.group) - order.indexOf(b.group) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}

function installedRow(app: InstalledApp, built: BuiltApp | undefined, { running, canInstall }: AppSources): AppRow {
  const processes = processesOf(app, running ?? []);
  // A build replaces any installed app.
  const problem = app.isDebuggable || (built !== undefined && canInstall) ? undefined : notDebuggable.iosRow(originOf(app));
  const isRunning = processes.length > 0;
  const group = built?.isOwn === true ? 'workspace' : problem !== undefined ? 'other' : isRunning ? 'running' : 'installed';
  const state = running === undefined ? '' : isRunning ? phrase`running` : phrase`not running`;
  const notes =
    !app.isDebuggable && problem === undefined
      ? [phrase`What is installed may not be debugged (${originOf(app)}): your build takes its place.`]
      : [];
  return {
    id: app.bundleId,
    name: app.name,
    detail: joinedPhrase(
      [state, built === undefined ? '' : buildText(built), versionText(app)].filter((each) => each !== ''),
      ', ',
    ),
    group,
    processes,
    notes,
    ...(problem === undefined ? {} : { problem }),
  };
}

function notInstalledRow(built: BuiltApp, canInstall: boolean): AppRow {
  return {
    id: built.bundleId,
    name: built.name,
    detail: phrase`not installed, ${buildText(built)}`,
    group: 'workspace',
    processes: [],
    notes: [],
    ...(canInstall ? {} : { problem: notInstalled.iosRow }),
  };
}

function versionText({ version, build }: InstalledApp): string {
  if (version === '') return build;
  return build === '' || build === version ? version : `${version} (${build})`;
}

/** The source of an app that may not be debugged. */
export function originOf({ isTestFlight, signer }: InstalledApp): string {
  if (isTestFlight) return 'TestFlight';
  if (/^Apple iPhone OS Application Signing$/i.test(signer)) return 'App Store';
  if (/Distribution/i.test(signer)) return phrase`signed for distribution`;
  return phrase`built without get-task-allow`;
}
