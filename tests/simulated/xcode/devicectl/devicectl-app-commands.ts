import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlistDict } from '../../../../host/devices/ios/protocol/plist/read.ts';
import { textOf } from '../../../../host/devices/ios/protocol/plist/value.ts';
import { InstallRefused } from '../../iphone/apps/app-table.ts';
import type { InstalledApp } from '../../iphone/apps/installed-app.ts';
import { Flag } from '../signing/code-directory.ts';
import { isMachO } from '../signing/mach-o.ts';
import { signaturesOf } from '../signing/read-signature.ts';
import type { Command } from './core-device-server.ts';
import { CORE_DEVICE, type DeviceError, type Outcome } from './devicectl-result.ts';
import { identifierOf } from './iphones.ts';

/** `device info apps [--bundle-id ID]`: developers' apps, or all with `--include-all-apps`. */
export async function listApps({ phone, options }: Command): Promise<Outcome> {
  const wanted = options.get('--bundle-id');
  const all = options.has('--include-all-apps');
  const apps = phone.apps
    .all()
    .filter((app) => (wanted === undefined || app.bundleId === wanted) && (all || isByDeveloper(app)))
    .map(listed);
  const result = {
    apps,
    defaultAppsIncluded: all,
    deviceIdentifier: identifierOf(phone),
    hiddenAppsIncluded: all,
    internalAppsIncluded: all,
    removableAppsIncluded: true,
  };
  return { result, text: ['Apps installed:', ...apps.map(({ name, bundleIdentifier }) => `${name}   ${bundleIdentifier}`)].join('\n') };
}

function listed(app: InstalledApp) {
  const { CFBundleVersion: build = '1', CFBundleShortVersionString: version = '1.0' } = app.info;
  return {
    appClip: false,
    builtByDeveloper: isByDeveloper(app),
    bundleIdentifier: app.bundleId,
    bundleVersion: build,
    defaultApp: app.type === 'System',
    hidden: false,
    internalApp: false,
    name: app.name,
    removable: app.type === 'User',
    url: `${urlOf(app.folder)}/`,
    version,
  };
}

function isByDeveloper({ signer }: InstalledApp): boolean {
  return signer.startsWith('Apple Development');
}

/** A path in CoreDevice's form. */
export function urlOf(path: string): string {
  return `file://${encodeURI(path)}`;
}

/** `device install app PATH`: only unchanged apps signed by this Mac's identities. */
export async function install({ phone, rest, teams }: Command): Promise<Outcome> {
  const [path = ''] = rest;
  const wrong = await wrongWith(path, teams);
  if (wrong !== undefined) return notInstalled(wrong);
  try {
    const app = await phone.install(path);
    const installed = {
      bundleID: app.bundleId,
      databaseSequenceNumber: 1024,
      databaseUUID: '2B0B1D4E-6F1A-4C55-9E46-3F2E2D0F7A11',
      installationURL: `${urlOf(app.folder)}/`,
      launchServicesIdentifier: 'unknown',
      options: {},
    };
    const text = `App installed:\n• bundleID: ${app.bundleId}\n• installationURL: ${installed.installationURL}`;
    return { result: { deviceIdentifier: identifierOf(phone), installedApplications: [installed] }, text };
  } catch (error) {
    if (!(error instanceof InstallRefused)) throw error;
    return notInstalled({ domain: 'MIInstallerErrorDomain', code: 13, description: `${error.error}: ${error.message}` });
  }
}

function notInstalled(because: DeviceError): Outcome {
  return { error: { domain: CORE_DEVICE, code: 3002, description: 'Failed to install the app on the device.', because } };
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
    const because = { domain: 'MIInstallerErrorDomain', code: 13, description: `Failed to verify code signature: ${reason}` };
    return { domain: 'IXUserPresentableErrorDomain', code: 14, description, because };
  };
  const program = await readFile(join(path, textOf(about, 'CFBundleExecutable')));
  // Other files stand for Mach-O.
  for (const each of isMachO(program) ? signaturesOf(program) : []) {
    if (each.directory === undefined) return refused('0xe800801c (No code signature found.)');
    if (each.wrong !== undefined) return refused('0xe8008014 (The executable contains an invalid signature.)');
    const isOurs = (each.directory.flags & Flag.Adhoc) === 0 && teams.includes(each.directory.team);
    if (!isOurs) return refused('0xe8008015 (A valid provisioning profile for this executable was not found.)');
  }
  return undefined;
}

/** `device uninstall app BUNDLE`. */
export async function uninstall({ phone, rest }: Command): Promise<Outcome> {
  await phone.uninstall(rest[0] ?? '');
  return { result: { deviceIdentifier: identifierOf(phone) }, text: 'App uninstalled.' };
}
