import { dirname, join, sep } from 'node:path';
import type { Candidate, FinderReport } from '../../folders/finder.ts';
import { walkFolder } from '../../folders/folder-walk.ts';
import type { GradleModule } from './gradle-modules.ts';

const limits = { depth: 9, entries: 20_000 } as const;

/** Where the Android Gradle plugin keeps libraries before they are stripped: its own merge, and CMake's and ndk-build's outputs. */
const folders = ['merged_native_libs', 'cmake', 'cxx', 'ndkBuild'] as const;

/** Unstripped libraries in `build/intermediates`. */
export async function* gradleLibraries({ name, buildFolder }: GradleModule, report: FinderReport): AsyncGenerator<Candidate> {
  for (const folder of folders) yield* librariesIn(name, join(buildFolder, 'intermediates', folder), folder, report);
}

async function* librariesIn(module: string, start: string, folder: string, report: FinderReport): AsyncGenerator<Candidate> {
  // Of CMake's folders only `obj` holds what it links, the others hold caches.
  const isWanted = (name: string, path: string): boolean =>
    name.endsWith('.so') && (folder === 'merged_native_libs' || path.includes(`${sep}obj${sep}`));
  const watched = new Set<string>();
  for await (const { path } of walkFolder(start, { limits, folder: () => 'enter', file: isWanted }, report)) {
    if (!watched.has(dirname(path))) report.watch(dirname(path));
    watched.add(dirname(path));
    yield { path, kind: 'native', foundBy: `Gradle's ${folder} of ${module}` };
  }
}
