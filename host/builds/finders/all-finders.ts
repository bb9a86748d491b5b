import { join } from 'node:path';
import type { Finder } from '../../folders/finder.ts';
import { xcodeFolder, xcodeProducts } from '../../folders/xcode-products.ts';
import { buildIdFolders } from './build-id-folders.ts';
import { deviceSupport } from './device-support.ts';
import { gradle } from './gradle-finder.ts';
import { simulatorRuntimes } from './simulator-runtimes.ts';
import { spotlight } from './spotlight.ts';
import { symbolPath } from './symbol-paths.ts';
import { xcodeArchives } from './xcode-archives.ts';
import { xcodeWorkspace } from './xcode-workspace.ts';

/** Where to look, of the user's computer. */
export interface SearchPlaces {
  /** Folders of the workspace. */
  readonly folders: readonly string[];
  /** Files and folders that the user named (`laglens.symbolPaths`, `--build`). */
  readonly named: readonly string[];
  /** The user's home, below which Xcode's folders are; they aren't searched without. */
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** All finders for a computer; those that the user named come first. */
export function allFinders({ folders, named, home, platform }: SearchPlaces): readonly Finder[] {
  const xcode =
    platform === 'darwin' && home !== undefined
      ? [
          xcodeProducts(xcodeFolder(home, 'DerivedData')),
          xcodeArchives(xcodeFolder(home, 'Archives')),
          deviceSupport(xcodeFolder(home, 'iOS DeviceSupport')),
          simulatorRuntimes(['/Library/Developer/CoreSimulator', '/Applications', join(home, 'Library', 'Developer')]),
          spotlight(),
        ]
      : [];
  const buildIds = [...named, ...(platform === 'linux' ? ['/usr/lib/debug'] : [])];
  return [
    ...named.flatMap((path) => [symbolPath(path), gradle(path)]),
    ...folders.flatMap((folder) => [gradle(folder), xcodeWorkspace(folder)]),
    ...xcode,
    ...(buildIds.length > 0 ? [buildIdFolders(buildIds)] : []),
  ];
}
