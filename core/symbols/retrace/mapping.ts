import type { FileKey, Reading } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { ClassLines } from './class-lines.ts';
import type { ClassMapping } from './class-mapping.ts';
import { type MapHeader, readMapHeader } from './map-header.ts';
import { type IndexedClass, indexMap, type MapIndex, type MapProblem } from './map-index.ts';
import { MapPages } from './map-pages.ts';
import { MapVersion, mapVersionOf } from './map-version.ts';
import { parseMappingComment } from './mapping-comment.ts';

/** Bytes of kept pages. Parsed methods take several times their lines' bytes. */
const DEFAULT_KEPT_BYTES = 96 << 20;
/** Compilers allow 65,535 methods in a class. */
const MAX_CLASS_BYTES = 64 << 20;
/** Some 40 lines. Parsing shorter methods again costs less than keeping them. */
const KEPT_METHOD_BYTES = 4096;
const MAX_PROBLEMS = 100;
const MAX_SOURCE_FILES = 50_000;

export function* openMapping(file: FileKey, keptBytes: number = DEFAULT_KEPT_BYTES): Reading<Mapping> {
  return new Mapping(file, yield* indexMap(file), keptBytes);
}

/** A map of R8 or ProGuard. Classes are read on request; the last ones are kept. */
export class Mapping {
  readonly header: MapHeader;
  /** Stated versions that this reader doesn't know; their extras are ignored. */
  readonly unknownVersions: readonly string[];
  readonly #file: FileKey;
  readonly #index: MapIndex;
  readonly #pages: MapPages;
  readonly #read = new Map<string, ClassMapping>();
  readonly #problems: MapProblem[];
  readonly #sourceFiles = new Map<string, string | undefined>();

  constructor(file: FileKey, index: MapIndex, keptBytes: number) {
    this.#file = file;
    this.#index = index;
    this.#pages = new MapPages(file, keptBytes, (className) => this.#read.delete(className));
    this.header = readMapHeader(index.headComments);
    this.unknownVersions = index.versions.filter((name) => mapVersionOf(name) === MapVersion.unknown);
    this.#problems = [...index.problems];
  }

  /** Problems of the classes read so far; at most 100. */
  get problems(): readonly MapProblem[] {
    return this.#problems;
  }

  get classCount(): number {
    return this.#index.classes.size;
  }

  originalClassName(className: string): string {
    const found = this.#index.classes.get(className);
    return found === undefined ? className : this.#text(found.originalName);
  }

  has(className: string): boolean {
    return this.#index.classes.get(className) !== undefined;
  }

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

  /** Unknown classes come first. */
  inMapOrder<T>(byClass: ReadonlyMap<string, T>): readonly (readonly [className: string, T])[] {
    if (byClass.size < 2) return [...byClass];
    const placed = Array.from(byClass, (one) => ({ one, begin: this.#index.classes.get(one[0])?.begin ?? 0 }));
    return placed.sort((a, b) => a.begin - b.begin).map(({ one }) => one);
  }

  /** Saves driving a `Reading`. */
  keptClass(className: string): ClassMapping | undefined {
    return this.#read.get(className);
  }

  *classNamed(className: string): Reading<ClassMapping | undefined> {
    const kept = this.#read.get(className);
    if (kept !== undefined) return kept;
    const entry = this.#index.classes.get(className);
    if (entry === undefined) return undefined;
    const mapping = yield* this.#readClass(entry, className);
    this.#read.set(className, mapping);
    return mapping;
  }

  /** For a caller that asks all of the class at once: its methods are kept, the class is not. */
  *classNamedOnce(className: string): Reading<ClassMapping | undefined> {
    const kept = this.#read.get(className);
    if (kept !== undefined) return kept;
    const entry = this.#index.classes.get(className);
    return entry && (yield* this.#readClass(entry, undefined));
  }

  /** The row of a class, nearly in the map's order, by the bytes of its shrunk name; -1 for an unknown one. */
  rowOf(bytes: Uint8Array, begin: number, end: number): number {
    return this.#index.classes.rowOf(bytes, begin, end);
  }

  /** The same as `classNamedOnce`. */
  *classInRow(row: number): Reading<ClassMapping | undefined> {
    const entry = this.#index.classes.inRow(row);
    return entry && (yield* this.#readClass(entry, undefined));
  }

  *#readClass(entry: IndexedClass, user: string | undefined): Reading<ClassMapping> {
    return this.#mappingOf(entry, yield* this.#linesOf(entry, user), user === undefined ? 0 : KEPT_METHOD_BYTES);
  }

  *#linesOf({ begin, end }: IndexedClass, user: string | undefined): Reading<Uint8Array> {
    if (end - begin > MAX_CLASS_BYTES) {
      const expected = `a class of at most ${MAX_CLASS_BYTES >> 20} MiB of lines`;
      throw new SymbolError({ reason: 'unsupported', file: this.#file, offset: begin, expected });
    }
    if (end <= begin) return new Uint8Array(0);
    return yield* user === undefined ? this.#pages.readOnce({ begin, end }) : this.#pages.read({ begin, end }, user);
  }

  #mappingOf({ originalName, begin, version }: IndexedClass, lines: Uint8Array, keptFrom: number): ClassMapping {
    const methods = new ClassLines(lines, version, keptFrom, (bad) => this.#addProblem({ ...bad, offset: begin + bad.offset }));
    const text = this.#text(originalName);
    return { originalName: text, sourceFile: this.sourceFileOf(text), methods };
  }

  #addProblem(problem: MapProblem): void {
    if (this.#problems.length >= MAX_PROBLEMS || this.#problems.some(({ offset }) => offset === problem.offset)) return;
    this.#problems.push(problem);
  }

  #text({ begin, end }: IndexedClass['originalName']): string {
    return this.#index.names.text(begin, end);
  }
}
