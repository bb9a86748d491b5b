import { fileURLToPath } from 'node:url';
import { isOldDictionary, oldText, readOldPlist } from './old-plist.ts';

export interface InstalledApp {
  readonly bundleId: string;
  /** Name as on the home screen. */
  readonly name: string;
  /** The bundle and the data container on this Mac; empty when unknown. */
  readonly bundle: string;
  readonly data: string;
  /** CFBundleVersion or empty. */
  readonly build: string;
  /** Apple's apps cannot be inspected. */
  readonly isSystem: boolean;
}

export interface SimulatorProcess {
  readonly pid: number;
  readonly bundleId: string;
}

/** `simctl listapps`. @throws SyntaxError */
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

/** `launchctl list`: labels contain bundle ids. */
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
