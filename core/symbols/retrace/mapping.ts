import type { FileKey, Reading } from '../byte-source.ts';
import { SymbolError } from '../symbol-error.ts';
import { ClassLines } from './class-lines.ts';
import type { ClassMapping } from './class-mapping.ts';
import { type MapHeader, readMapHeader } from './map-header.ts';
import { type IndexedClass, indexMap, type MapIndex, type MapProblem } from './map-index.ts';
import { MapVersion, mapVersionOf } from './map-version.ts';
import { parseMappingComment } from './mapping-comment.ts';

/** Lines of classes that are kept, as bytes; what was read of methods with many lines takes several times as much as those lines. */
const DEFAULT_KEPT_BYTES = 64 << 20;
/** The largest class that compilers allow has 65,535 methods. */
const MAX_CLASS_BYTES = 64 << 20;
const MAX_PROBLEMS = 100;

/** Opens a map: reads it once and keeps where its classes are. */
export function* openMapping(file: FileKey, keptBytes: number = DEFAULT_KEPT_BYTES): Reading<Mapping> {
  return new Mapping(file, yield* indexMap(file), keptBytes);
}

/** A map of R8 or ProGuard. Classes are read when they are asked for; the ones used last are kept. */
export class Mapping {
  readonly header: MapHeader;
  /** Versions that the map states and this reader doesn't know: their extras are not understood. */
  readonly unknownVersions: readonly string[];
  readonly #file: FileKey;
  readonly #index: MapIndex;
  readonly #keptBytes: number;
  readonly #read = new Map<string, { readonly mapping: ClassMapping; readonly bytes: number }>();
  readonly #problems: MapProblem[];
  readonly #sourceFiles = new Map<string, string | undefined>();
  #usedBytes = 0;

  constructor(file: FileKey, index: MapIndex, keptBytes: number) {
    this.#file = file;
    this.#index = index;
    this.#keptBytes = keptBytes;
    this.header = readMapHeader(index.headComments);
    this.unknownVersions = index.versions.filter((name) => mapVersionOf(name) === MapVersion.unknown);
    this.#problems = [...index.problems];
  }

  /** Lines that could not be used, of the classes read so far; the first hundred. */
  get problems(): readonly MapProblem[] {
    return this.#problems;
  }

  get classCount(): number {
    return this.#index.classes.size;
  }

  /** What a class was called before shrinking; its own name if the map doesn't know it. */
  originalClassName(className: string): string {
    const found = this.#index.classes.get(className);
    return found === undefined ? className : this.#text(found.originalName);
  }

  has(className: string): boolean {
    return this.#index.classes.get(className) !== undefined;
  }

  /** The source file that the map names for an original class. */
  sourceFileOf(originalClass: string): string | undefined {
    const known = this.#sourceFiles.get(originalClass);
    if (known !== undefined) return known;
    const comment = this.#index.withSourceFile.get(originalClass)?.sourceFileComment;
    if (comment === undefined) return undefined;
    const information = parseMappingComment(this.#text(comment), MapVersion.none);
    const fileName = information?.kind === 'sourceFile' ? information.fileName : undefined;
    if (fileName !== undefined) this.#sourceFiles.set(originalClass, fileName);
    return fileName;
  }

  /** A class that has been read and is still kept: then no `Reading` needs to be driven. */
  keptClass(className: string): ClassMapping | undefined {
    return this.#read.get(className)?.mapping;
  }

  /** A class of the shrunk program with its members; undefined when the map doesn't know it. */
  *classNamed(className: string): Reading<ClassMapping | undefined> {
    const kept = this.#read.get(className);
    if (kept !== undefined) {
      this.#read.delete(className);
      this.#read.set(className, kept);
      return kept.mapping;
    }
    const entry = this.#index.classes.get(className);
    if (entry === undefined) return undefined;
    const mapping = this.#mappingOf(entry, className, yield* this.#linesOf(entry));
    this.#keep(className, mapping, entry.end - entry.begin);
    return mapping;
  }

  *#linesOf({ begin, end }: IndexedClass): Reading<Uint8Array> {
    const length = end - begin;
    if (length > MAX_CLASS_BYTES) {
      const expected = `a class of at most ${MAX_CLASS_BYTES >> 20} MiB of lines`;
      throw new SymbolError({ reason: 'unsupported', file: this.#file, offset: begin, expected });
    }
    if (length <= 0) return new Uint8Array(0);
    const bytes = yield { file: this.#file, offset: begin, length };
    if (bytes.length < length) {
      const expected = 'the same map as at its opening';
      throw new SymbolError({ reason: 'changed', file: this.#file, offset: begin + bytes.length, expected, found: 'the end of the file' });
    }
    return bytes;
  }

  #mappingOf({ originalName, begin, version }: IndexedClass, residualName: string, lines: Uint8Array): ClassMapping {
    const methods = new ClassLines(lines, version, (bad) => this.#addProblem({ ...bad, offset: begin + bad.offset }));
    return { originalName: this.#text(originalName), residualName, methods };
  }

  /** Lines may be read several times. */
  #addProblem(problem: MapProblem): void {
    if (this.#problems.length >= MAX_PROBLEMS || this.#problems.some(({ offset }) => offset === problem.offset)) return;
    this.#problems.push(problem);
  }

  #text({ begin, end }: IndexedClass['originalName']): string {
    return this.#index.names.text(begin, end);
  }

  #keep(className: string, mapping: ClassMapping, bytes: number): void {
    this.#read.set(className, { mapping, bytes });
    this.#usedBytes += bytes;
    for (const [name, { bytes: freed }] of this.#read) {
      if (this.#usedBytes <= this.#keptBytes || name === className) break;
      this.#read.delete(name);
      this.#usedBytes -= freed;
    }
  }
}
