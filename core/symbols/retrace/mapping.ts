import type { FileKey, Reading } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { ClassLines } from './class-lines.ts';
import type { ClassMapping } from './class-mapping.ts';
import { type MapHeader, readMapHeader } from './map-header.ts';
import { type IndexedClass, indexMap, type MapIndex, type MapProblem } from './map-index.ts';
import { MapPages } from './map-pages.ts';
import { MapVersion, mapVersionOf } from './map-version.ts';
import { parseMappingComment } from './mapping-comment.ts';

/** Pages with lines of classes that are kept, in bytes; what was read of methods with many lines takes several times as much as those lines. */
const DEFAULT_KEPT_BYTES = 96 << 20;
/** The largest class that compilers allow has 65,535 methods. */
const MAX_CLASS_BYTES = 64 << 20;
/** Of a class that is kept: methods of some 40 lines. To parse shorter ones again costs less than to keep them. */
const KEPT_METHOD_BYTES = 4096;
const MAX_PROBLEMS = 100;
const MAX_SOURCE_FILES = 50_000;

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
  readonly #pages: MapPages;
  readonly #read = new Map<string, ClassMapping>();
  readonly #problems: MapProblem[];
  /** By the original class; of those asked for last. */
  readonly #sourceFiles = new Map<string, string | undefined>();

  constructor(file: FileKey, index: MapIndex, keptBytes: number) {
    this.#file = file;
    this.#index = index;
    this.#pages = new MapPages(file, keptBytes, (className) => this.#read.delete(className));
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
    if (known !== undefined || this.#sourceFiles.has(originalClass)) return known;
    const comment = this.#index.withSourceFile.get(originalClass)?.sourceFileComment;
    const information = comment && parseMappingComment(this.#text(comment), MapVersion.none);
    const fileName = information?.kind === 'sourceFile' ? information.fileName : undefined;
    if (this.#sourceFiles.size >= MAX_SOURCE_FILES) this.#sourceFiles.clear();
    this.#sourceFiles.set(originalClass, fileName);
    return fileName;
  }

  /** What is said of classes of the shrunk program, as the map has them; those it doesn't know come first. */
  inMapOrder<T>(byClass: ReadonlyMap<string, T>): readonly (readonly [className: string, T])[] {
    if (byClass.size < 2) return [...byClass];
    const placed = Array.from(byClass, (one) => ({ one, begin: this.#index.classes.get(one[0])?.begin ?? 0 }));
    return placed.sort((a, b) => a.begin - b.begin).map(({ one }) => one);
  }

  /** A class that has been read and is still kept: then no `Reading` needs to be driven. */
  keptClass(className: string): ClassMapping | undefined {
    return this.#read.get(className);
  }

  /** A class of the shrunk program with its members; undefined when the map doesn't know it. */
  *classNamed(className: string): Reading<ClassMapping | undefined> {
    const kept = this.#read.get(className);
    if (kept !== undefined) return kept;
    const mapping = yield* this.#readClass(className, className);
    if (mapping !== undefined) this.#read.set(className, mapping);
    return mapping;
  }

  /** The same for a caller that asks everything about the class at once: the class keeps its methods, but isn't kept itself. */
  *classNamedOnce(className: string): Reading<ClassMapping | undefined> {
    return this.#read.get(className) ?? (yield* this.#readClass(className, undefined));
  }

  *#readClass(className: string, user: string | undefined): Reading<ClassMapping | undefined> {
    const entry = this.#index.classes.get(className);
    return entry && this.#mappingOf(entry, className, yield* this.#linesOf(entry, user), user === undefined ? 0 : KEPT_METHOD_BYTES);
  }

  *#linesOf({ begin, end }: IndexedClass, user: string | undefined): Reading<Uint8Array> {
    if (end - begin > MAX_CLASS_BYTES) {
      const expected = `a class of at most ${MAX_CLASS_BYTES >> 20} MiB of lines`;
      throw new SymbolError({ reason: 'unsupported', file: this.#file, offset: begin, expected });
    }
    return end <= begin ? new Uint8Array(0) : yield* this.#pages.read({ begin, end }, user);
  }

  #mappingOf({ originalName, begin, version }: IndexedClass, residualName: string, lines: Uint8Array, keptFrom: number): ClassMapping {
    const methods = new ClassLines(lines, version, keptFrom, (bad) => this.#addProblem({ ...bad, offset: begin + bad.offset }));
    const text = this.#text(originalName);
    return { originalName: text, residualName, sourceFile: this.sourceFileOf(text), methods };
  }

  /** Lines may be read several times. */
  #addProblem(problem: MapProblem): void {
    if (this.#problems.length >= MAX_PROBLEMS || this.#problems.some(({ offset }) => offset === problem.offset)) return;
    this.#problems.push(problem);
  }

  #text({ begin, end }: IndexedClass['originalName']): string {
    return this.#index.names.text(begin, end);
  }
}
