import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlistDict } from '../../../../host/devices/ios/plist/read.ts';
import { textOf } from '../../../../host/devices/ios/plist/value.ts';
import { type InstalledApp, installApp, installedApp, installedApps, uninstallApp } from '../apps.ts';
import { endApp, runningApps } from '../processes.ts';
import { Flag } from '../signing/code-directory.ts';
import { signaturesOf } from '../signing/read-signature.ts';
import type { Command } from './devicectl.ts';
import { iphoneFolder } from './iphones.ts';
import { CORE_DEVICE, type DeviceError, type Outcome } from './result.ts';

/** `device info apps [--bundle-id ID]`: those of developers, or all with `--include-all-apps`. */
export async function listApps({ phone, options, xcode }: Command): Promise<Outcome> {
  const wanted = options.get('--bundle-id');
  const all = options.has('--include-all-apps');
  const apps = (await installedApps(iphoneFolder(xcode, phone))).filter(
    ({ bundleId, kind }) => (wanted === undefined || bundleId === wanted) && (all || kind === 'User'),
  );
  const result = {
    apps: apps.map(listed),
    defaultAppsIncluded: all,
    deviceIdentifier: phone.identifier,
    hiddenAppsIncluded: all,
    internalAppsIncluded: all,
    removableAppsIncluded: true,
  };
  return { result, text: ['Apps installed:', ...apps.map(({ name, bundleId }) => `${name}   ${bundleId}`)].join('\n') };
}

function listed({ bundle, bundleId, build, kind, name, version }: InstalledApp): object {
  return {
    appClip: false,
    builtByDeveloper: kind === 'User',
    bundleIdentifier: bundleId,
    bundleVersion: build,
    defaultApp: kind === 'System',
    hidden: false,
    internalApp: false,
    name,
    removable: kind === 'User',
    url: installationUrl(bundle),
    version,
  };
}

/** Where the app is, as the phone sees it: its containers are below /private/var. */
export function installationUrl(path: string): string {
  return `file:///private/var${encodeURI(path.slice(path.indexOf('/Containers/')).replace('/Containers/', '/containers/'))}/`;
}

/** `device install app PATH`: only what an identity of this Mac has signed, and nobody has changed since. */
export async function install({ phone, rest, xcode }: Command): Promise<Outcome> {
  const [path = ''] = rest;
  const folder = iphoneFolder(xcode, phone);
  const { identities } = await xcode.setup();
  const wrong = await wrongWith(
    path,
    identities.map(({ team }) => team),
  );
  if (wrong !== undefined)
    return { error: { domain: CORE_DEVICE, code: 3002, description: 'Failed to install the app on the device.', because: wrong } };
  const app = await installApp(folder, path);
  for (const each of await runningApps(folder)) if (each.bundleId === app.bundleId) await endApp(each);
  const installed = {
    bundleID: app.bundleId,
    databaseSequenceNumber: 1024,
    databaseUUID: '2B0B1D4E-6F1A-4C55-9E46-3F2E2D0F7A11',
    installationURL: installationUrl(app.bundle),
    launchServicesIdentifier: 'unknown',
    options: {},
  };
  const text = `App installed:\n• bundleID: ${app.bundleId}\n• installationURL: ${installed.installationURL}`;
  return { result: { deviceIdentifier: phone.identifier, installedApplications: [installed] }, text };
}

async function wrongWith(path: string, teams: readonly string[]): Promise<DeviceError | undefined> {
  const info = await readFile(join(path, 'Info.plist')).catch(() => undefined);
  if (info === undefined) {
    const reason = 'Failed to get the identifier for the app to be installed.';
    return { domain: CORE_DEVICE, code: 3000, description: `The item at ${path} is not a valid bundle.`, reason };
  }
  const about = readPlistDict(info);
  const refused = (reason: string): DeviceError => {
    const description = `Unable to Install “${textOf(about, 'CFBundleName')}”`;
    return {
      domain: 'IXUserPresentableErrorDomain',
      code: 14,
      description,
      because: { domain: 'MIInstallerErrorDomain', code: 13, description: reason },
    };
  };
  for (const each of signaturesOf(await readFile(join(path, textOf(about, 'CFBundleExecutable'))))) {
    if (each.directory === undefined) return refused('Failed to verify code signature: 0xe800801c (No code signature found.)');
    if (each.wrong !== undefined)
      return refused('Failed to verify code signature: 0xe8008014 (The executable contains an invalid signature.)');
    const isOurs = (each.directory.flags & Flag.Adhoc) === 0 && teams.includes(each.directory.team);
    if (!isOurs)
      return refused('Failed to verify code signature: 0xe8008015 (A valid provisioning profile for this executable was not found.)');
  }
  return undefined;
}

/** `device uninstall app BUNDLE`. */
export async function uninstall({ phone, rest, xcode }: Command): Promise<Outcome> {
  const [bundleId = ''] = rest;
  const folder = iphoneFolder(xcode, phone);
  const app = await installedApp(folder, bundleId);
  for (const each of await runningApps(folder)) if (each.bundleId === bundleId) await endApp(each);
  if (app !== undefined) await uninstallApp(folder, app);
  return { result: { deviceIdentifier: phone.identifier }, text: 'App uninstalled.' };
}
