import { readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Candidate, Finder, FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { MOST_FOREIGN_BYTES, readForeignFile } from '../../foreign-file.ts';

/** Outputs of the Android Gradle plugin in a project's modules. */
export function gradle(root: string): Finder {
  return {
    place: `Gradle's build folders in ${root}`,
    async *candidates(report) {
      for await (const module of gradleModules(root, report)) {
        report.watch(module.buildFolder);
        yield* gradleMappings(module, report);
        yield* gradleLibraries(module, report);
        yield* gradleArchives(module, report);
      }
    },
  };
}

interface GradleModule {
  /** The folder's name, for people. */
  readonly name: string;
  readonly buildFolder: string;
}

/** Modules are near a project's root; `laglens.symbolPaths` names deeper ones. */
const moduleLimits = { depth: 5, entries: 30_000 } as const;
const MOST_MODULES = 500;

/** Build folders of Android modules below a folder. The folder may itself be a module or a build folder. */
async function* gradleModules(root: string, report: FinderReport): AsyncGenerator<GradleModule> {
  if (await isBuildFolder(root)) yield { name: basename(dirname(root)), buildFolder: root };
  let count = 0;
  const walk: Walk = {
    limits: moduleLimits,
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

const metadataLimits = { depth: 4, entries: 5_000 } as const;

/** Application ids by variant, from `output-metadata.json` beside each APK. */
async function applicationIds(buildFolder: string, report: FinderReport): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const walk: Walk = { limits: metadataLimits, folder: () => 'enter', file: (name: string) => name === 'output-metadata.json' };
  for (const folder of [join(buildFolder, 'outputs', 'apk'), join(buildFolder, 'intermediates', 'apk')]) {
    for await (const { path } of walkFolder(folder, walk, report)) {
      const metadata = await readMetadata(path);
      if (metadata === undefined) continue;
      const ids = found.get(metadata.variant) ?? [];
      if (!ids.includes(metadata.applicationId)) ids.push(metadata.applicationId);
      found.set(metadata.variant, ids);
    }
  }
  return found;
}

async function readMetadata(path: string): Promise<{ readonly variant: string; readonly applicationId: string } | undefined> {
  try {
    const bytes = await readForeignFile(path, MOST_FOREIGN_BYTES, { links: 'follow' });
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof json !== 'object' || json === null || !('variantName' in json) || !('applicationId' in json)) return undefined;
    const { variantName: variant, applicationId } = json;
    return typeof variant === 'string' && typeof applicationId === 'string' ? { variant, applicationId } : undefined;
  } catch {
    // A file in progress or of another tool leaves the application id unknown.
    return undefined;
  }
}

const mappingLimits = { depth: 3, entries: 5_000 } as const;

/** `build/outputs/mapping/<variant>/mapping.txt`; older plugins have the flavour's folder above the build type's. */
async function* gradleMappings({ name, buildFolder }: GradleModule, report: FinderReport): AsyncGenerator<Candidate> {
  const folder = join(buildFolder, 'outputs', 'mapping');
  report.watch(buildFolder);
  report.watch(join(buildFolder, 'outputs'));
  report.watch(folder);
  let ids: ReadonlyMap<string, readonly string[]> | undefined;
  const walk: Walk = { limits: mappingLimits, folder: () => 'enter', file: (file: string) => file === 'mapping.txt' };
  for await (const { path } of walkFolder(folder, walk, report)) {
    report.watch(dirname(path));
    ids ??= await applicationIds(buildFolder, report);
    const variant = variantOf(folder, path);
    yield { path, kind: 'mapping', foundBy: `Gradle's mapping of ${name}, ${variant}`, variant, applicationIds: ids.get(variant) ?? [] };
  }
}

/** `freeRelease` of `mapping/freeRelease/mapping.txt` and of `mapping/free/release/mapping.txt`. */
function variantOf(folder: string, path: string): string {
  const [type = '', flavour] = [basename(dirname(path)), basename(dirname(dirname(path)))];
  if (dirname(dirname(path)) === folder || flavour === undefined) return type;
  return `${flavour}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

const archiveLimits = { depth: 4, entries: 5_000 } as const;

/** Packages and `native-debug-symbols.zip` in `build/outputs`, possibly the only libraries. */
async function* gradleArchives({ name, buildFolder }: GradleModule, report: FinderReport): AsyncGenerator<Candidate> {
  const isWanted = (file: string): boolean => /\.(apk|aab)$/.test(file) || file === 'native-debug-symbols.zip';
  for (const folder of ['native-debug-symbols', 'apk', 'bundle']) {
    const walk: Walk = { limits: archiveLimits, folder: () => 'enter', file: isWanted };
    for await (const { path } of walkFolder(join(buildFolder, 'outputs', folder), walk, report)) {
      report.watch(dirname(path));
      yield { path, kind: 'archive', foundBy: `Gradle's ${folder} of ${name}` };
    }
  }
}

const libraryLimits = { depth: 9, entries: 20_000 } as const;

/** Folders of unstripped libraries: the plugin's own merge and the outputs of CMake and ndk-build. */
const folders = ['merged_native_libs', 'cmake', 'cxx', 'ndkBuild'] as const;

async function* gradleLibraries({ name, buildFolder }: GradleModule, report: FinderReport): AsyncGenerator<Candidate> {
  for (const folder of folders) yield* librariesIn(name, join(buildFolder, 'intermediates', folder), folder, report);
}

async function* librariesIn(module: string, start: string, folder: string, report: FinderReport): AsyncGenerator<Candidate> {
  // Only `obj` of CMake's folders holds linked libraries.
  const isWanted = (name: string, path: string): boolean =>
    name.endsWith('.so') && (folder === 'merged_native_libs' || path.includes(`${sep}obj${sep}`));
  const watched = new Set<string>();
  for await (const { path } of walkFolder(start, { limits: libraryLimits, folder: () => 'enter', file: isWanted }, report)) {
    if (!watched.has(dirname(path))) report.watch(dirname(path));
    watched.add(dirname(path));
    yield { path, kind: 'native', foundBy: `Gradle's ${folder} of ${module}` };
  }
}
