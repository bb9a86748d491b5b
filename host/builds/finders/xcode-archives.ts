import { basename, dirname } from 'node:path';
import { dsymFiles } from '../../folders/dsym.ts';
import type { Finder } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';

/** Archives/<day>/Shop.xcarchive/dSYMs/Shop.app.dSYM. */
const limits = { depth: 3, entries: 20_000 } as const;

/** dSYM bundles of what was archived for distribution. */
export function xcodeArchives(folder: string): Finder {
  return {
    place: `Xcode's archives in ${folder}`,
    async *candidates(report) {
      report.watch(folder);
      const walk: Walk = {
        limits,
        folder: (name: string, _path: string, depth: number) =>
          name.endsWith('.dSYM') ? 'give' : depth < 3 || name === 'dSYMs' ? 'enter' : 'skip',
        file: () => false,
      };
      for await (const { path } of walkFolder(folder, walk, report)) {
        yield* dsymFiles(path, `Xcode's archive ${basename(dirname(dirname(path)))}`, report);
      }
    },
  };
}
