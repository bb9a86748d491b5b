import { codePath, component, dataFolder, type InstalledApp } from '../system/package-table.ts';
import type { PhoneSystem } from '../system/phone-system.ts';

/** The table of activities at the begin of `dumpsys package`. */
export function dumpLaunchers(apps: readonly InstalledApp[]): string {
  const rows = (app: InstalledApp, activities: readonly string[], category: string): string[] =>
    activities.flatMap((activity) => [
      `        ${id(app)} ${component(app, activity)} filter ${id(app)}`,
      '          Action: "android.intent.action.MAIN"',
      `          Category: "android.intent.category.${category}"`,
    ]);
  const table = apps.flatMap((app) => [...rows(app, app.launchers, 'LAUNCHER'), ...rows(app, app.tvLaunchers, 'LEANBACK_LAUNCHER')]);
  return ['Activity Resolver Table:', '  Non-Data Actions:', '      android.intent.action.MAIN:', ...table, ''].join('\n');
}

/** The packages of `dumpsys package`: flags, version, ABI, update time. Source: AOSP com.android.server.pm.Settings.dumpPackageLPr. */
export function dumpPackages(phone: PhoneSystem, apps: readonly InstalledApp[]): string {
  return ['Packages:', ...apps.flatMap((app) => dumpOne(phone, app))].join('\n');
}

function dumpOne(phone: PhoneSystem, app: InstalledApp): string[] {
  const { sdk } = phone.release;
  const code = codePath(app, sdk);
  const flags = `[ ${[
    app.system && 'SYSTEM',
    app.debuggable && 'DEBUGGABLE',
    'HAS_CODE',
    'ALLOW_CLEAR_USER_DATA',
    app.debuggable && 'ALLOW_BACKUP',
  ]
    .filter(Boolean)
    .join(' ')} ]`;
  const users = phone.users.flatMap(({ id: user }) => [
    `    User ${user}: ceDataInode=${app.users.includes(user) ? 131_072 + app.appId : 0} installed=${app.users.includes(user)} hidden=false suspended=false stopped=false notLaunched=false enabled=0 instant=false`,
    '      gids=[3003]',
  ]);
  return [
    `  Package [${app.name}] (${id(app)}):`,
    `    ${sdk >= 33 ? 'appId' : 'userId'}=${app.appId}`,
    `    pkg=Package{${id(app)} ${app.name}}`,
    `    codePath=${code}`,
    `    resourcePath=${code}`,
    `    legacyNativeLibraryDir=${code}/lib`,
    `    primaryCpuAbi=${app.abi ?? 'null'}`,
    '    secondaryCpuAbi=null',
    `    versionCode=${app.versionCode} minSdk=26 targetSdk=${sdk}`,
    `    versionName=${app.versionName}`,
    '    splits=[base]',
    '    apkSigningVersion=2',
    `    applicationInfo=ApplicationInfo{${id(app)} ${app.name}}`,
    `    flags=${flags}`,
    '    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION ]',
    `    dataDir=${dataFolder(app, 0)}`,
    `    timeStamp=${time(app.lastUpdateMs)}`,
    `    firstInstallTime=${time(app.firstInstallMs)}`,
    `    lastUpdateTime=${time(app.lastUpdateMs)}`,
    '    installPermissionsFixed=true',
    `    pkgFlags=${flags}`,
    ...users,
    '',
  ];
}

function id(app: InstalledApp): string {
  return (app.appId * 7919 + app.versionCode).toString(16).padStart(7, '0');
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
