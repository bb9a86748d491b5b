import { join } from 'node:path';
import type { Apk } from '../apk/read-apk.ts';
import type { Abi } from './android-release.ts';

/** An app in the phone's package manager. */
export interface InstalledApp {
  readonly name: string;
  /** Without the user's part: 10000 + n for apps, below for the system's. */
  readonly appId: number;
  readonly debuggable: boolean;
  readonly system: boolean;
  /** 0 is the owner, 10 the work profile. */
  readonly users: readonly number[];
  /** Activities with a launcher icon, `.MainActivity` or a whole class name, in the manifest's order. */
  readonly launchers: readonly string[];
  /** Those with an icon on a TV's home screen. */
  readonly tvLaunchers: readonly string[];
  /** Their filters name the category DEFAULT, too, which launchers do not request. */
  readonly isDefault: boolean;
  readonly abi: Abi | undefined;
  versionName: string;
  versionCode: number;
  firstInstallMs: number;
  lastUpdateMs: number;
  /** Part of the install folder's name; changes with each install. */
  installTag: string;
  /** SHA-256 of the certificate, if it came from an APK. */
  readonly signer?: string | undefined;
}

export const DEMO_PACKAGE = 'com.example.shop';
/** `device-agents/sample-app`, which a host installs. */
export const SAMPLE_PACKAGE = 'dev.laglens.sample';
export const WORK_PROFILE = 10;
/** Packages whose processes really run. */
export const realPackages: ReadonlySet<string> = new Set([DEMO_PACKAGE, SAMPLE_PACKAGE]);

/** User and system apps: debuggable and not, of one process and of several, of the owner and of a work profile. */
export function installedApps(abi: Abi, nowMs: number, secondUser = 0): Map<string, InstalledApp> {
  const app = (name: string, appId: number, more: Partial<InstalledApp>): InstalledApp => ({
    name,
    appId,
    debuggable: false,
    system: false,
    users: [0],
    launchers: ['.MainActivity'],
    tvLaunchers: [],
    isDefault: false,
    abi,
    versionName: '1.0',
    versionCode: 1,
    firstInstallMs: nowMs - 86_400_000,
    lastUpdateMs: nowMs - 3_600_000,
    installTag: 'q1w2e3r4',
    ...more,
  });
  const apps = [
    app('android', 1000, { system: true, launchers: [], abi: undefined }),
    app('com.android.settings', 1000, { system: true, launchers: ['.Settings'], isDefault: true, users: [0, WORK_PROFILE] }),
    app('com.android.systemui', 10050, { system: true, launchers: [] }),
    app(DEMO_PACKAGE, 10123, { debuggable: true, users: secondUser === 0 ? [0] : [0, secondUser] }),
    app('com.example.bank', 10124, { versionName: '7.2.1', versionCode: 70201 }),
    app('com.example.player', 10125, { debuggable: true, versionName: '2.0-debug', versionCode: 20 }),
    app('com.example.radio', 10127, { debuggable: true }),
    app('com.example.notes', 10126, { debuggable: true, users: [WORK_PROFILE] }),
  ];
  return new Map(apps.map((each) => [each.name, each]));
}

/** @param appId of a new app; an update keeps its own */
export function installedFrom(apk: Apk, older: InstalledApp | undefined, appId: number): InstalledApp {
  const nowMs = Date.now();
  return {
    name: apk.name,
    appId: older?.appId ?? appId,
    debuggable: apk.debuggable,
    system: false,
    users: [0],
    launchers: apk.launchers,
    tvLaunchers: [],
    isDefault: false,
    abi: undefined,
    versionName: apk.versionName,
    versionCode: apk.versionCode,
    firstInstallMs: older?.firstInstallMs ?? nowMs,
    lastUpdateMs: nowMs,
    installTag: nowMs.toString(36).padStart(8, '0').slice(-8),
    signer: apk.signer,
  };
}

/** The icon's activity; a TV's if there is no other. */
export function launcherOf(app: InstalledApp | undefined): string | undefined {
  return app?.launchers[0] ?? app?.tvLaunchers[0];
}

/** As ComponentName.flattenToShortString writes it. */
export function component(app: InstalledApp, activity: string): string {
  const short = activity.startsWith(`${app.name}.`) ? activity.slice(app.name.length) : activity;
  return `${app.name}/${short}`;
}

export function uidOf(app: InstalledApp, user: number): number {
  return user * 100_000 + app.appId;
}

export function dataFolder(app: InstalledApp, user: number): string {
  return join('/data/user', String(user), app.name);
}

/** The package's folder; from 11 on below a random name. */
export function codePath(app: InstalledApp, sdk: number): string {
  if (app.system) return `/system/${sdk >= 30 ? 'system_ext/' : ''}priv-app/${app.name.split('.').at(-1)}`;
  return `/data/app/${sdk >= 30 ? `~~${app.installTag}Zm9vYmFyYmF6cQ==/` : ''}${app.name}-${app.installTag}YmFyYmF6Zm9vcQ==`;
}
