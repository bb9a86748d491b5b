import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';

/** A module's build folder. */
export interface GradleModule {
  /** Its folder's name, for people. */
  readonly name: string;
  readonly buildFolder: string;
}

/** Modules lie near a project's root; what is deeper is found by `laglens.symbolPaths`. */
const limits = { depth: 5, entries: 30_000 } as const;
const MOST_MODULES = 500;

/** Build folders of Gradle's Android modules below a folder; that folder may be a module, or a build folder, itself. */
export async function* gradleModules(root: string, report: FinderReport): AsyncGenerator<GradleModule> {
  if (await isBuildFolder(root)) yield { name: basename(dirname(root)), buildFolder: root };
  let count = 0;
  const walk: Walk = {
    limits,
    folder: (name: string) => (name === 'build' ? 'give' : name.startsWith('.') || name === 'src' ? 'skip' : 'enter'),
    file: (name) => /^build\.gradle(\.kts)?$/.test(name),
  };
  for await (const { path, isFolder } of walkFolder(root, walk, report)) {
    if (!isFolder) {
      // The module may be built for the first time.
      report.watch(dirname(path));
      report.watch(join(dirname(path), 'build'));
      continue;
    }
    if (!(await isBuildFolder(path))) continue;
    if (++count > MOST_MODULES) return report.problem(`${root} has more than ${MOST_MODULES} modules: not all of them were searched.`);
    yield { name: basename(dirname(path)), buildFolder: path };
  }
}

async function isBuildFolder(path: string): Promise<boolean> {
  const names = await readdir(path).catch((): string[] => []);
  return basename(path) === 'build' && (names.includes('outputs') || names.includes('intermediates'));
}
