import { stat } from 'node:fs/promises';
import { phrase } from '../../../core/text/phrase.ts';
import type { AppRow } from '../device.ts';
import { type BuiltApp, buildText } from '../ios/xcode/xcrun/built-apps.ts';
import type { InstalledApp, SimulatorProcess } from './app-list.ts';

export interface KnownApp {
  readonly bundleId: string;
  /** Undefined when only built. */
  readonly installed: InstalledApp | undefined;
  /** The workspace's newest. */
  readonly build: BuiltApp | undefined;
  /** The build is to be installed first. */
  readonly isBuildNewer: boolean;
  readonly process: SimulatorProcess | undefined;
}

/** Workspace builds first, newest first. */
export async function knownApps(
  installed: readonly InstalledApp[],
  processes: readonly SimulatorProcess[],
  builds: readonly BuiltApp[],
): Promise<readonly KnownApp[]> {
  const newest = new Map<string, BuiltApp>();
  // The list is sorted, so the newest build of an app comes first.
  for (const build of builds) if (build.isOwn && !newest.has(build.bundleId)) newest.set(build.bundleId, build);
  const bundleIds = new Set([...newest.keys(), ...installed.map(({ bundleId }) => bundleId)]);
  return await Promise.all(
    [...bundleIds].map(async (bundleId): Promise<KnownApp> => {
      const app = installed.find((each) => each.bundleId === bundleId);
      const build = newest.get(bundleId);
      const isBuildNewer = build !== undefined && (app === undefined || build.builtMs > (await installedMs(app)));
      return { bundleId, installed: app, build, isBuildNewer, process: processes.find((each) => each.bundleId === bundleId) };
    }),
  );
}

/** Earlier builds are installed or older. */
async function installedMs({ bundle }: InstalledApp): Promise<number> {
  const found = await stat(bundle).catch(() => undefined);
  // Any build is newer than a missing folder.
  return found === undefined ? Number.NEGATIVE_INFINITY : found.ctimeMs;
}

/** @param carriesAgent an agent answers */
export function appRow(app: KnownApp, carriesAgent: boolean): AppRow {
  const { bundleId, installed, build, process } = app;
  const row = {
    id: bundleId,
    name: build?.name ?? installed?.name ?? bundleId,
    detail: detailOf(app),
    group: build !== undefined ? 'workspace' : process !== undefined ? 'running' : 'installed',
    processes: process === undefined ? [] : [{ pid: process.pid, name: bundleId }],
    notes: notesOf(app, carriesAgent),
  } as const;
  if (installed?.isSystem !== true) return row;
  const next = phrase`Pick an app of your own: its build shows here once it was built for a simulator.`;
  return { ...row, group: 'other', problem: { code: 'app-not-debuggable', why: phrase`it belongs to the system`, next } };
}

export function byGroup(a: AppRow, b: AppRow): number {
  const order: readonly AppRow['group'][] = ['workspace', 'running', 'installed', 'other'];
  // Builds keep their order by time.
  return order.indexOf(a.group) - order.indexOf(b.group) || (a.group === 'workspace' ? 0 : a.name.localeCompare(b.name));
}

function detailOf({ build, process, installed }: KnownApp): string {
  const version = installed === undefined || installed.build === '' ? '' : phrase`build ${installed.build}`;
  const what = build === undefined ? version : buildText(build);
  return [process === undefined ? '' : phrase`running, pid ${process.pid}`, what].filter((part) => part !== '').join(', ');
}

function notesOf({ installed, isBuildNewer, process }: KnownApp, carriesAgent: boolean): readonly string[] {
  const install =
    installed === undefined ? [phrase`It is installed first.`] : isBuildNewer ? [phrase`This build is newer and is installed first.`] : [];
  if (process === undefined) return install;
  return [...install, carriesAgent && install.length === 0 ? phrase`It runs with the agent.` : phrase`It restarts with the agent in it.`];
}
