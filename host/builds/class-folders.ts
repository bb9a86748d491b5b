import { readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SourceMap } from '../../core/analysis/frames/smap.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { type ClassSources, classFilePath, MOST_CLASS_BYTES, readClassSources } from '../../core/symbols/class-file/class-sources.ts';
import type { Mapping } from '../../core/symbols/retrace/mapping.ts';
import { dotted } from './retrace-frames.ts';
import type { NamedAnswer, NamedFrames } from './symbol-questions.ts';

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

type NamedFrame = NamedFrames[number];
type SourcesOf = (dottedClass: string) => ClassSources | undefined;

/**
 * Completes a mapping's answer by class files: source files that R8 guessed, and functions inlined by Kotlin's
 * compiler. Their lines are behind the end of the class's file.
 */
export function withClassSources(answer: NamedAnswer, mapping: Mapping, sourcesOf: SourcesOf): NamedAnswer {
  return { ...answer, frames: answer.frames.flatMap((frame) => framesOf(frame, mapping, sourcesOf)) };
}

function framesOf(frame: NamedFrame, mapping: Mapping, sourcesOf: SourcesOf): readonly NamedFrame[] {
  const className = dotted(frame.class);
  const sources = sourcesOf(className);
  if (sources === undefined) return [frame];
  const isGuess = mapping.sourceFileOf(className) === undefined;
  const own = isGuess && sources.sourceFile !== '' ? { ...frame, file: sources.sourceFile } : frame;
  const written = sources.sourceMap === '' ? undefined : new SourceMap(sources.sourceMap);
  const source = written?.source(frame.line);
  if (source === undefined || (source.line === frame.line && source.sourceFile === own.file)) return [own];
  const call = written?.call(frame.line);
  const name = sourcesOf(source.class)?.methods.find(({ lines }) => lines.has(source.line))?.name;
  // A library's class is not here: its line stays in the caller's frame.
  if (name === undefined || call === undefined) return [{ ...own, file: source.sourceFile, line: source.line }];
  const inlined = { class: `L${source.class.replaceAll('.', '/')};`, name, signature: '', file: source.sourceFile, line: source.line };
  return [
    { ...own, ...inlined },
    { ...own, file: call.sourceFile, line: call.line },
  ];
}
