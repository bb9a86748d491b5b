import type { CodeOrigin } from '../../core/analysis/source-costs/file-tree.ts';
import { declaredPackage, sourceNames } from './source-names.ts';

/** Longest begin of a source in which its package is looked for. */
const HEAD_LENGTH = 64 << 10;

const CLASS_SOURCES = /\.(?:java|kt|kts|groovy|scala)$/;
const NATIVE_SOURCES = /\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|m|mm|swift|rs|kt)$/i;

/** Whether lines of a file with this name could be in a session at all. */
export function mayHaveHeat(name: string): boolean {
  return CLASS_SOURCES.test(name) || NATIVE_SOURCES.test(name);
}

/** By what frames of a source are known, as the search for sources would find it from them; threads can hand it on. */
export interface SourceKey {
  /** Of the file, without folders. */
  readonly name: string;
  /** That it declares; undefined when no class can be of it. */
  readonly package: string | undefined;
  /** Of native code's sources that were found to be this one. */
  readonly paths: ReadonlySet<string>;
}

/**
 * @param isTheOne whether the reader meant this one of several files that are alike; asked for its package
 * @param paths of native code's sources that are this document
 */
export function sourceKey(name: string, text: string, isTheOne: (packageName: string) => boolean, paths: ReadonlySet<string>): SourceKey {
  const declared = CLASS_SOURCES.test(name) ? declaredPackage(text.slice(0, HEAD_LENGTH)) : undefined;
  return { name, package: declared !== undefined && isTheOne(declared) ? declared : undefined, paths: new Set(paths) };
}

/** Tells which frames are of a source: by package and file name for classes, and by the paths of builds for native code. */
export function originsOf({ name, package: packageName, paths }: SourceKey): (origin: CodeOrigin) => boolean {
  return (origin) => {
    const { sourceFile, sourcePath } = origin;
    if (sourcePath !== '') return paths.has(sourcePath);
    if (packageName === undefined || (sourceFile !== '' && sourceFile !== name) || origin.class === '') return false;
    const names = sourceNames({ class: origin.class, file: sourceFile });
    return names?.package === packageName && names.files.includes(name);
  };
}

/** Longer paths open nowhere: Linux's PATH_MAX. */
const LONGEST_PATH = 4_096;

/** Whether a method's source is native code's, by a path that has this file name; case does not matter. */
export function isPathNamed({ image, sourceFile }: { readonly image: number; readonly sourceFile: string }, name: string): boolean {
  if (image === 0 || sourceFile.length > LONGEST_PATH) return false;
  return sourceFile.split(/[\\/]/).at(-1)?.toLowerCase() === name.toLowerCase();
}
