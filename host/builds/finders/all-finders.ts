import { join } from 'node:path';
import type { Finder } from '../../folders/finder.ts';
import { xcodeFolder, xcodeProducts } from '../../folders/xcode-products.ts';
import { gradle } from './gradle.ts';
import { symbolPath } from './symbol-paths.ts';
import { deviceSupport, simulatorRuntimes, spotlight, xcodeArchives, xcodeWorkspace } from './xcode.ts';

interface SearchPlaces {
  readonly folders: readonly string[];
  /** Files and folders of the setting `laglens.symbolPaths` or of `--build`. */
  readonly named: readonly string[];
  /** The user's home with Xcode's folders; they are not searched without it. */
  readonly home: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** All finders for a computer, the user's own paths first. */
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

/** Debug files named by their build id, `.build-id/ab/cdef….debug`, as in Linux distributions and symbol stores. */
export function buildIdFolders(roots: readonly string[]): Finder {
  return {
    place: `.build-id in ${roots.join(', ')}`,
    async *candidates() {},
    async *forImage({ id }) {
      if (!/^[0-9a-f]{6,}$/.test(id)) return;
      for (const root of roots) {
        const path = join(root, '.build-id', id.slice(0, 2), `${id.slice(2)}.debug`);
        yield { path, kind: 'native', foundBy: `.build-id in ${root}` };
      }
    },
  };
}
