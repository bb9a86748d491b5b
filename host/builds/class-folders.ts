import { readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { type ClassSources, classFilePath, MOST_CLASS_BYTES, readClassSources } from '../../core/symbols/class-file/class-sources.ts';

const MOST_KEPT = 2_000;

/**
 * Class files that R8 read for `build/outputs/mapping/<variant>/mapping.txt`. A mapping lacks source files of removed
 * classes and Kotlin's inlined calls. Classes newer than the mapping belong to another build.
 */
export class ClassFolders {
  readonly #folders: readonly string[];
  readonly #notAfterMs: number;
  readonly #kept = new Map<string, ClassSources | undefined>();

  constructor(mapping: string) {
    const variant = basename(dirname(mapping));
    const build = dirname(dirname(dirname(dirname(mapping))));
    const task = `${variant.charAt(0).toUpperCase()}${variant.slice(1)}`;
    const intermediates = join(build, 'intermediates');
    this.#folders = [
      join(build, 'tmp', 'kotlin-classes', variant),
      join(intermediates, 'built_in_kotlinc', variant, `compile${task}Kotlin`, 'classes'),
      join(intermediates, 'javac', variant, `compile${task}JavaWithJavac`, 'classes'),
      join(intermediates, 'javac', variant, 'classes'),
    ];
    const file = fileAt(mapping);
    this.#notAfterMs = file === undefined ? Number.NEGATIVE_INFINITY : file.mtimeMs;
  }

  /** @param className with dots, as in the sources */
  sources(className: string): ClassSources | undefined {
    if (this.#kept.has(className)) return this.#kept.get(className);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const found = this.#read(className);
    this.#kept.set(className, found);
    return found;
  }

  #read(className: string): ClassSources | undefined {
    const path = classFilePath(className);
    if (path === undefined) return undefined;
    for (const folder of this.#folders) {
      const file = join(folder, path);
      const found = fileAt(file);
      if (found === undefined || found.size > MOST_CLASS_BYTES || found.mtimeMs > this.#notAfterMs) continue;
      try {
        return readClassSources(readFileSync(file), file);
      } catch (error) {
        // A damaged class file adds nothing to the mapping.
        if (!(error instanceof SymbolError) && !isFileError(error)) throw error;
      }
    }
    return undefined;
  }
}

/** Undefined for unreadable paths. */
function fileAt(path: string): Stats | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? found : undefined;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return undefined;
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
