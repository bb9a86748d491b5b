import type { CodeOrigin } from '../../core/analysis/source-costs/file-tree.ts';
import { declaredPackage, sourceNames } from './source-names.ts';

/** Letters searched for a package declaration. */
const HEAD_LENGTH = 64 << 10;

const CLASS_SOURCES = /\.(?:java|kt|kts|groovy|scala)$/;
const NATIVE_SOURCES = /\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|m|mm|swift|rs|kt)$/i;

/** False if no session can have lines of a file with this name. */
export function mayHaveHeat(name: string): boolean {
  return CLASS_SOURCES.test(name) || NATIVE_SOURCES.test(name);
}

/** Identifies a source's frames as the source search would; can be sent to threads. */
export interface SourceKey {
  /** Without folders. */
  readonly name: string;
  /** Declared package; undefined if no class belongs to it. */
  readonly package: string | undefined;
  /** Native sources recognised as this one. */
  readonly paths: ReadonlySet<string>;
}

/**
 * @param isTheOne whether the user chose this candidate of a package
 * @param paths native paths of this document
 */
export function sourceKey(name: string, text: string, isTheOne: (packageName: string) => boolean, paths: ReadonlySet<string>): SourceKey {
  const declared = CLASS_SOURCES.test(name) ? declaredPackage(text.slice(0, HEAD_LENGTH)) : undefined;
  return { name, package: declared !== undefined && isTheOne(declared) ? declared : undefined, paths: new Set(paths) };
}

/** Matches frames to a source: classes by package and file name, native code by build paths. */
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

/** True for a native path that ends in this file name, ignoring case. */
export function isPathNamed({ image, sourceFile }: { readonly image: number; readonly sourceFile: string }, name: string): boolean {
  if (image === 0 || sourceFile.length > LONGEST_PATH) return false;
  return sourceFile.split(/[\\/]/).at(-1)?.toLowerCase() === name.toLowerCase();
}
