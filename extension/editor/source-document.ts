import type { CodeOrigin } from '../../core/analysis/file-tree.ts';
import { declaredPackage, sourceNames } from '../sources/source-names.ts';

/** Longest begin of a source in which its package is looked for. */
const HEAD_LENGTH = 64 << 10;

const CLASS_SOURCES = /\.(?:java|kt|kts|groovy|scala)$/;
const NATIVE_SOURCES = /\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|m|mm|swift|rs|kt)$/i;

/** Whether lines of a file with this name could be in a session at all. */
export function mayHaveHeat(name: string): boolean {
  return CLASS_SOURCES.test(name) || NATIVE_SOURCES.test(name);
}

/**
 * Tells which frames are of a document, as the search for sources would find it from them: by package and file name for classes, and
 * by the paths of builds that were found to lead to it for native code.
 * @param isTheOne whether the reader meant this one of several files that are alike; asked for each kind of origin
 * @param paths of native code's sources that are this document
 */
export function originsOf(
  name: string,
  text: string,
  isTheOne: (packageName: string) => boolean,
  paths: ReadonlySet<string>,
): (origin: CodeOrigin) => boolean {
  const packageName = CLASS_SOURCES.test(name) ? declaredPackage(text.slice(0, HEAD_LENGTH)) : undefined;
  return (origin) => {
    const { sourceFile, sourcePath } = origin;
    if (sourcePath !== '') return paths.has(sourcePath);
    if (packageName === undefined || (sourceFile !== '' && sourceFile !== name) || origin.class === '') return false;
    const names = sourceNames({ class: origin.class, file: sourceFile });
    return names?.package === packageName && names.files.includes(name) && isTheOne(packageName);
  };
}

/** Paths of native sources in a session that have this file name, each once; case does not matter. */
export function pathsNamed(name: string, methods: Iterable<{ readonly image: number; readonly sourceFile: string }>): ReadonlySet<string> {
  const found = new Set<string>();
  const wanted = name.toLowerCase();
  for (const { image, sourceFile } of methods) {
    if (image !== 0 && sourceFile.split(/[\\/]/).at(-1)?.toLowerCase() === wanted) found.add(sourceFile);
  }
  return found;
}
