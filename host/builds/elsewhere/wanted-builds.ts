import { alwaysSkipped } from '../../folders/folder-walk.ts';
import { kindOf } from '../finders/symbol-paths.ts';
import type { Wanted } from './walk-elsewhere.ts';

/** Depth that `gradle` walks: modules are near a project's root. */
const MODULE_DEPTH = 5;
const NAMED_DEPTH = 8;

/** Below a module's `build`. */
const libraryFolders = ['merged_native_libs', 'cmake', 'cxx', 'ndkBuild'].map((name) => `intermediates/${name}`);
const metadataFolders = ['outputs/apk', 'intermediates/apk'] as const;
const MAPPINGS = 'outputs/mapping';
const folders = [MAPPINGS, ...metadataFolders, ...libraryFolders];

/** A project's mappings with their application ids, unstripped libraries, and Flutter's `.symbols`; no packages, as they are large. */
export const projectBuilds: Wanted = {
  folder: (path) => {
    const built = builtPath(path);
    if (built === undefined)
      return path.length <= MODULE_DEPTH && !path.some((name) => name.startsWith('.') || name === 'src' || isSkipped(name));
    return (
      built === '' || isSymbols(built) || isXcodeFolder(built) || folders.some((each) => isWithin(built, each) || isWithin(each, built))
    );
  },
  file: (path) => {
    const name = path.at(-1) ?? '';
    if (name.endsWith('.symbols')) return true;
    const built = builtPath(path) ?? '';
    if (isDwarf(built)) return true;
    if (name === 'mapping.txt') return isWithin(built, MAPPINGS);
    if (name === 'output-metadata.json') return metadataFolders.some((each) => isWithin(built, each));
    if (!name.endsWith('.so')) return false;
    return (
      libraryFolders.some((each) => isWithin(built, each)) &&
      (isWithin(built, 'intermediates/merged_native_libs') || built.includes('/obj/'))
    );
  },
};

/** A folder that the user named: files with a name of symbols. */
export const namedBuilds: Wanted = {
  folder: (path) => path.length <= NAMED_DEPTH && !path.some(isSkipped),
  file: (path) => {
    const name = path.at(-1) ?? '';
    return name.endsWith('.symbols') || isDwarf(path.join('/')) || kindOf(name) !== undefined;
  },
};

/** Below the first `build`; undefined outside of one. */
function builtPath(path: readonly string[]): string | undefined {
  const at = path.indexOf('build');
  return at < 0 ? undefined : path.slice(at + 1).join('/');
}

/** Usual output folders of `flutter build --split-debug-info`. */
function isSymbols(built: string): boolean {
  return /^(?:app\/)?(?:outputs\/)?(?:symbols|debug-info)(?:\/|$)|^app(?:\/outputs)?$/.test(built);
}

/** Folders of Xcode's products, as `xcodebuild` and Flutter leave them, and of the dSYM bundles in these. */
function isXcodeFolder(built: string): boolean {
  if (['ios', 'Build', 'Build/Products'].includes(built)) return true;
  return /^(?:ios\/|Build\/Products\/)?(?:[\w-]+-)?(?:iphoneos|iphonesimulator)(?:\/[^/]+\.dSYM(?:\/Contents(?:\/Resources(?:\/DWARF)?)?)?)?$/.test(
    built,
  );
}

/** The debug file of a dSYM bundle, which has its program's name. */
function isDwarf(path: string): boolean {
  return /\.dSYM\/Contents\/Resources\/DWARF\/[^/]+$/.test(path);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isSkipped(name: string): boolean {
  return alwaysSkipped.has(name);
}
