import type { Duplex } from 'node:stream';
import { InstallRefused } from '../apps/app-table.ts';
import { installPackage } from '../apps/install-package.ts';
import { appAttributes, type InstalledApp } from '../apps/installed-app.ts';
import { readMessage, sendMessage } from '../plist-messages.ts';
import { type Dictionary, isDictionary, textAt, textsAt } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';

/** Apps per message of a list. */
const APPS_A_MESSAGE = 2;

/** Lists, installs and removes apps (libimobiledevice, src/installation_proxy.c). */
export async function serveInstallationProxy(iphone: Iphone, stream: Duplex): Promise<void> {
  for (;;) {
    const message = await readMessage(stream);
    const options = isDictionary(message.ClientOptions) ? message.ClientOptions : {};
    const bundleId = textAt(message, 'ApplicationIdentifier') ?? '';
    const packagePath = textAt(message, 'PackagePath') ?? '';
    iphone.heard(`installation_proxy ${message.Command} ${bundleId || packagePath}`.trimEnd());
    switch (message.Command) {
      case 'Browse':
        browse(iphone, stream, options);
        break;
      case 'Lookup': {
        const found = appsOf(iphone, options).map((app) => [app.bundleId, chosen(appAttributes(app), options)]);
        sendMessage(stream, { LookupResult: Object.fromEntries(found), Status: 'Complete' });
        break;
      }
      case 'Install':
      case 'Upgrade':
        await install(iphone, stream, packagePath);
        break;
      case 'Uninstall':
        sendMessage(stream, { Status: 'RemovingApplication', PercentComplete: 50 });
        // installd says so without such an app, too.
        await iphone.uninstall(bundleId);
        sendMessage(stream, { Status: 'Complete' });
        break;
      default:
        sendMessage(stream, { Error: 'UnknownCommand' });
    }
  }
}

function browse(iphone: Iphone, stream: Duplex, options: Dictionary): void {
  const list = appsOf(iphone, options).map((app) => chosen(appAttributes(app), options));
  for (let at = 0; at < list.length; at += APPS_A_MESSAGE) {
    const some = list.slice(at, at + APPS_A_MESSAGE);
    sendMessage(stream, { Status: 'BrowsingApplications', CurrentIndex: at, CurrentAmount: some.length, CurrentList: some });
  }
  sendMessage(stream, { Status: 'Complete' });
}

function appsOf(iphone: Iphone, options: Dictionary): readonly InstalledApp[] {
  const type = textAt(options, 'ApplicationType') ?? 'Any';
  const bundleIds = textsAt(options, 'BundleIDs');
  return iphone.apps.all().filter((app) => (type === 'Any' || app.type === type) && (bundleIds?.includes(app.bundleId) ?? true));
}

function chosen(attributes: Dictionary, options: Dictionary): { [key: string]: Dictionary[string] } {
  const wanted = textsAt(options, 'ReturnAttributes');
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => wanted?.includes(key) ?? true));
}

async function install(iphone: Iphone, stream: Duplex, packagePath: string): Promise<void> {
  const progress = (percent: number, status: string): void => sendMessage(stream, { PercentComplete: percent, Status: status });
  try {
    progress(5, 'CreatingStagingDirectory');
    progress(15, 'ExtractingPackage');
    const app = await installPackage(iphone, packagePath, () => progress(40, 'VerifyingApplication'));
    progress(90, 'GeneratingApplicationMap');
    sendMessage(stream, { Status: 'Complete' });
    iphone.log.write('installd[60]', 'Notice', `installed ${app.bundleId}`);
  } catch (error) {
    if (!(error instanceof InstallRefused)) throw error;
    iphone.log.write('installd[60]', 'Error', `${error.error}: ${error.message}`);
    sendMessage(stream, { Error: error.error, ErrorDescription: error.message });
  }
}
