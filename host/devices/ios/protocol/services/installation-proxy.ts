import { withTimeout } from '../bytes/with-timeout.ts';
import { DeviceFailure } from '../device-failure.ts';
import { PlistChannel, type ServiceOpener } from '../lockdown/plist-channel.ts';
import { dictOf, dictsOf, numberOf, type PlistDict, PlistError, textOf } from '../plist/value.ts';

const SERVICE = 'com.apple.mobile.installation_proxy';
/** installd is silent while it verifies a large app. */
const ANSWER_MS = 120_000;
/** Stops endless lists. */
const MAX_APPS = 20_000;
const attributes = [
  'CFBundleIdentifier',
  'CFBundleDisplayName',
  'CFBundleName',
  'CFBundleExecutable',
  'CFBundleShortVersionString',
  'CFBundleVersion',
  'ApplicationType',
  'Path',
  'SignerIdentity',
  'Entitlements',
];

/** An app as installd reports it. */
export interface InstalledApp {
  readonly bundleId: string;
  readonly name: string;
  readonly version: string;
  readonly build: string;
  /** The bundle's folder and main executable on the device. */
  readonly path: string;
  readonly executable: string;
  /** `get-task-allow`: signed for development. */
  readonly isDebuggable: boolean;
  /** “Apple Development: …”; “Apple iPhone OS Application Signing” is the App Store. */
  readonly signer: string;
  readonly isTestFlight: boolean;
}

/** installd's reason for refusing an app. */
export class InstallFailure extends DeviceFailure {
  override readonly name = 'InstallFailure';
  readonly reason: string;

  constructor(reason: string, description: string) {
    super(description === '' ? reason : `${reason}: ${description}`);
    this.reason = reason;
  }
}

/** Including apps that may not be debugged. */
export async function installedApps(device: ServiceOpener, signal: AbortSignal): Promise<readonly InstalledApp[]> {
  const options = { ApplicationType: 'User', ReturnAttributes: attributes };
  const apps: PlistDict[] = [];
  const take = (answer: PlistDict): void => {
    apps.push(...dictsOf(answer, 'CurrentList'));
    if (apps.length > MAX_APPS) throw new PlistError('The device lists apps without end.');
  };
  await converse(device, { Command: 'Browse', ClientOptions: options }, take, signal);
  return apps.map(installedApp).filter(({ bundleId }) => bundleId !== '');
}

/** Undefined when not installed. */
export async function lookUpApp(device: ServiceOpener, bundleId: string, signal: AbortSignal): Promise<InstalledApp | undefined> {
  const options = { BundleIDs: [bundleId], ReturnAttributes: attributes };
  let found: InstalledApp | undefined;
  const take = (answer: PlistDict): void => {
    const app = dictOf(answer, 'LookupResult')[bundleId];
    if (app !== undefined) found = installedApp(dictOf(dictOf(answer, 'LookupResult'), bundleId));
  };
  await converse(device, { Command: 'Lookup', ClientOptions: options }, take, signal);
  return found;
}

/** From a path in the device's media folder, as Xcode does. @throws InstallFailure */
export async function installFrom(
  device: ServiceOpener,
  path: string,
  progress: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const command = { Command: 'Install', PackagePath: path, ClientOptions: { PackageType: 'Developer' } };
  const heard = (answer: PlistDict): void => {
    const percent = numberOf(answer, 'PercentComplete');
    if (percent !== undefined) progress(percent);
  };
  await converse(device, command, heard, signal);
}

async function converse(device: ServiceOpener, command: PlistDict, heard: (answer: PlistDict) => void, signal: AbortSignal): Promise<void> {
  const channel = new PlistChannel(await device.service(SERVICE, signal));
  try {
    channel.send(command);
    for (;;) {
      const answer = await withTimeout(ANSWER_MS, `${textOf(command, 'Command')} by installd`, signal, (limited) =>
        channel.receive(limited),
      );
      const reason = textOf(answer, 'Error');
      if (reason !== '') throw new InstallFailure(reason, textOf(answer, 'ErrorDescription'));
      heard(answer);
      if (textOf(answer, 'Status') === 'Complete') return;
    }
  } finally {
    channel.stream.destroy();
  }
}

function installedApp(app: PlistDict): InstalledApp {
  const entitlements = dictOf(app, 'Entitlements');
  const executable = textOf(app, 'CFBundleExecutable');
  return {
    bundleId: textOf(app, 'CFBundleIdentifier'),
    name: textOf(app, 'CFBundleDisplayName') || textOf(app, 'CFBundleName') || executable,
    version: textOf(app, 'CFBundleShortVersionString'),
    build: textOf(app, 'CFBundleVersion'),
    path: textOf(app, 'Path'),
    executable,
    isDebuggable: entitlements['get-task-allow'] === true,
    signer: textOf(app, 'SignerIdentity'),
    isTestFlight: entitlements['beta-reports-active'] === true,
  };
}
