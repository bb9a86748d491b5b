import { joinedPhrase, phrase } from '../../../core/text/phrase.ts';
import type { AppRow } from '../device.ts';
import { notDebuggable, notInstalled } from '../errors.ts';
import { type DeviceProcess, isolatedOf, processesOf, uidOf } from './android-processes.ts';
import type { GradleApp } from './gradle-apps.ts';
import type { InstalledPackage } from './installed-packages.ts';

export interface AppSources {
  readonly packages: readonly InstalledPackage[];
  readonly processes: readonly DeviceProcess[];
  readonly built: readonly GradleApp[];
  readonly currentUser: number;
  /** Keyed by user number. */
  readonly users: ReadonlyMap<number, string>;
  /** East of UTC. */
  readonly zoneMinutes: number;
  readonly debugged: ReadonlySet<number>;
}

/** `APPLICATION_ID`, with `@USER` for another user. */
function appId(name: string, user: number, currentUser: number): string {
  return user === currentUser ? name : `${name}@${user}`;
}

export function parseAppId(id: string): { readonly name: string; readonly user: number | undefined } {
  const [, name = id, user] = /^(.*)@(\d+)$/.exec(id) ?? [];
  return { name, user: user === undefined ? undefined : Number(user) };
}

const order = ['workspace', 'running', 'installed', 'other'] as const;

/** In picker order: workspace, running, installed, other. */
export function appRows(sources: AppSources): readonly AppRow[] {
  const builtOf = new Map(sources.built.toReversed().map((each) => [each.applicationId, each]));
  const rows = sources.packages
    .filter((each) => each.appId >= 10_000 && (!each.isSystem || each.isDebuggable))
    .flatMap((each) => each.users.map((user) => installedRow(each, user, builtOf.get(each.name), sources)));
  const installed = new Set(sources.packages.map((each) => each.name));
  const missing = [...builtOf.values()].filter((each) => !installed.has(each.applicationId)).map(notInstalledRow);
  return [...rows, ...missing].sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group) || a.id.localeCompare(b.id));
}

function installedRow(app: InstalledPackage, user: number, built: GradleApp | undefined, sources: AppSources): AppRow {
  const siblings = sources.packages.filter((each) => each.appId === app.appId && each !== app).map((each) => each.name);
  const processes = processesOf({ name: app.name, uid: uidOf(app.appId, user), siblings }, sources.processes);
  const isolated = isolatedOf(app.name, user, sources.processes).length;
  const isRunning = processes.length > 0;
  const group = built !== undefined ? 'workspace' : !app.isDebuggable ? 'other' : isRunning ? 'running' : 'installed';
  const details = [
    built === undefined ? undefined : phrase`variant ${built.variant}`,
    isRunning ? phrase`running` : phrase`not running`,
    app.isDebuggable ? phrase`debuggable` : undefined,
    user === sources.currentUser ? undefined : ofUser(sources.users.get(user), user),
  ];
  const notes = [
    ...(built !== undefined && isOlder(app, built, sources.zoneMinutes)
      ? [phrase`The installed build is older than your last build.`]
      : []),
    ...(processes.some((each) => sources.debugged.has(each.pid)) ? [NATIVE_DEBUGGER] : []),
    ...(isolated > 0 && app.isDebuggable ? [isolatedNote(isolated)] : []),
  ];
  return {
    id: appId(app.name, user, sources.currentUser),
    name: app.name,
    detail: joinedPhrase(
      details.filter((each) => each !== undefined),
      ', ',
    ),
    group,
    processes: processes.map(({ pid, name }) => ({ pid, name })),
    notes,
    ...(app.isDebuggable ? {} : { problem: notDebuggable.androidRow }),
  };
}

/** Java debuggers are threads of the app and do not show here. */
const NATIVE_DEBUGGER = phrase`A native debugger is attached: pauses at breakpoints look like lags.`;

function isolatedNote(count: number): string {
  return count === 1
    ? phrase`One isolated process is not listed: Android lets no agent into them.`
    : phrase`${count} isolated processes are not listed: Android lets no agent into them.`;
}

function notInstalledRow(built: GradleApp): AppRow {
  return {
    id: built.applicationId,
    name: built.applicationId,
    detail: phrase`variant ${built.variant}, not installed`,
    group: 'workspace',
    processes: [],
    notes: [],
    problem: notInstalled.androidRow,
  };
}

function isOlder(app: InstalledPackage, built: GradleApp, zoneMinutes: number): boolean {
  if (built.versionCode !== 0 && app.versionCode !== built.versionCode) return app.versionCode < built.versionCode;
  const updatedMs = Date.parse(`${app.lastUpdate.replace(' ', 'T')}Z`) - zoneMinutes * 60_000;
  // The dump has whole seconds.
  return updatedMs + 1000 < built.builtMs;
}

function ofUser(name: string | undefined, user: number): string {
  return name === undefined ? phrase`of user ${user}` : phrase`of ${name}`;
}
