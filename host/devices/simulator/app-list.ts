import { fileURLToPath } from 'node:url';
import { isOldDictionary, oldText, readOldPlist } from './old-plist.ts';

/** An app on a simulator. */
export interface InstalledApp {
  readonly bundleId: string;
  /** As the home screen shows it. */
  readonly name: string;
  /** The `.app` folder and the app's own folder, both on this Mac; empty when simctl does not say. */
  readonly bundle: string;
  readonly data: string;
  /** CFBundleVersion; empty when there is none. */
  readonly build: string;
  /** Apple's own, which nobody may look into. */
  readonly isSystem: boolean;
}

export interface SimulatorProcess {
  readonly pid: number;
  readonly bundleId: string;
}

/** Reads `simctl listapps`. Throws `SyntaxError`. */
export function parseApps(text: string): readonly InstalledApp[] {
  const root = readOldPlist(text);
  if (!isOldDictionary(root)) throw new SyntaxError('The list of apps is no dictionary.');
  return Object.entries(root).flatMap(([bundleId, app]) => {
    if (!isOldDictionary(app)) return [];
    const name = oldText(app, 'CFBundleDisplayName') || oldText(app, 'CFBundleName') || bundleId;
    const bundle = oldText(app, 'Path') || pathOf(oldText(app, 'Bundle'));
    const [data, build] = [pathOf(oldText(app, 'DataContainer')), oldText(app, 'CFBundleVersion')];
    return [{ bundleId, name, bundle, data, build, isSystem: oldText(app, 'ApplicationType') !== 'User' }];
  });
}

/** Reads `launchctl list` of a simulator: apps are jobs whose label holds their bundle id. */
export function parseProcesses(text: string): readonly SimulatorProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, bundleId] = /^(\d+)\s+\S+\s+UIKitApplication:([^[\s]+)/.exec(line) ?? [];
    return pid === undefined || bundleId === undefined ? [] : [{ pid: Number(pid), bundleId }];
  });
}

function pathOf(url: string): string {
  if (!url.startsWith('file:')) return '';
  try {
    return fileURLToPath(url, { windows: false }).replace(/\/$/, '');
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return '';
    throw error;
  }
}
