import type { ByteRequest, FileKey, Reading } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { MapVersion } from './map-version.ts';
import { parseMappingComment } from './mapping-comment.ts';
import { includesLetters, textOfBytes } from './name-bytes.ts';
import { NamePool, NameTable } from './name-table.ts';
import { lineEnd } from './text-lines.ts';

/** Bytes kept undecoded. */
interface Kept {
  readonly begin: number;
  readonly end: number;
}

export interface IndexedClass {
  readonly originalName: Kept;
  /** In the file, behind the class's own line. */
  readonly begin: number;
  end: number;
  readonly version: MapVersion;
  /** In the index's names. */
  sourceFileComment: Kept | undefined;
}

export interface MapIndex {
  readonly names: NamePool;
  readonly classes: NameTable<IndexedClass>;
  /** By original name: the classes with a source file. R8 writes it for only some. */
  readonly withSourceFile: NameTable<IndexedClass>;
  readonly headComments: readonly string[];
  readonly versions: readonly string[];
  readonly problems: readonly MapProblem[];
}

export interface MapProblem {
  readonly offset: number;
  readonly expected: string;
}

const CHUNK_BYTES = 4 << 20;
/** Longer lines name no class. */
const MAX_CLASS_LINE = 1 << 16;
const MAX_CLASSES = 4_000_000;
const MAX_NAME_BYTES = 1 << 30;
const MAX_HEAD_COMMENTS = 1_000;
const MAX_PROBLEMS = 100;
const [TAB, RETURN, SPACE, HASH, DASH, COLON, GREATER] = [9, 13, 32, 35, 45, 58, 62];

/** Keeps the places of classes; members are not parsed. */
export function* indexMap(file: FileKey): Reading<MapIndex> {
  const builder = new IndexBuilder(file);
  let offset = 0;
  for (let first = true; ; first = false) {
    const bytes: Uint8Array = yield { file, offset, length: CHUNK_BYTES } satisfies ByteRequest;
    const isLast = bytes.length < CHUNK_BYTES;
    if (first) builder.refuseOtherText(bytes);
    const used = builder.take(bytes, offset, isLast);
    offset += used;
    if (isLast) return builder.finish(offset);
  }
}

class IndexBuilder {
  readonly #file: FileKey;
  readonly #names = new NamePool();
  readonly #classes = new NameTable<IndexedClass>(this.#names);
  readonly #withSourceFile = new NameTable<IndexedClass>(this.#names);
  readonly #headComments: string[] = [];
  readonly #versions: string[] = [];
  readonly #problems: MapProblem[] = [];
  #version: MapVersion = MapVersion.none;
  #current: IndexedClass | undefined;
  #atHead = true;
  #skipping = false;

  constructor(file: FileKey) {
    this.#file = file;
  }

  /** Else UTF-16 would look like an empty map. */
  refuseOtherText(bytes: Uint8Array): void {
    const [first, second] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new SymbolError({ reason: 'malformed', file: this.#file, offset: 0, expected: 'a map in UTF-8', found: 'UTF-16' });
    }
  }

  /** @returns the bytes done; the rest begins a line and comes again */
  take(bytes: Uint8Array, base: number, isLast: boolean): number {
    let at = base === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const length = bytes.length;
    while (at < length) {
      const begin = at;
      const first = bytes[begin];
      at = lineEnd(bytes, begin);
      if (at === length && !isLast) return this.#cutOff(bytes, begin, base);
      if (this.#skipping) this.#skipping = false;
      else if (first === SPACE || first === TAB) this.#atHead &&= isBlankOrComment(bytes, begin, at);
      else this.#takeHeadLine(bytes, begin, at, base);
      at++;
    }
    return length;
  }

  finish(end: number): MapIndex {
    if (this.#current !== undefined) this.#current.end = end;
    if (this.#classes.size === 0 && this.#problems.length > 0) {
      throw new SymbolError({
        reason: 'malformed',
        file: this.#file,
        offset: 0,
        expected: 'a map of R8 or ProGuard, with lines such as “com.example.Feed -> a.b:”',
        found: 'none',
      });
    }
    return {
      names: this.#names,
      classes: this.#classes,
      withSourceFile: this.#withSourceFile,
      headComments: this.#headComments,
      versions: this.#versions,
      problems: this.#problems,
    };
  }

  /** Such a line is read again whole, unless it fills the chunk. */
  #cutOff(bytes: Uint8Array, begin: number, base: number): number {
    if (begin > 0) return begin;
    // A long line is skipped, but a binary file has gigabytes of them.
    const nothing = bytes.indexOf(0);
    if (nothing >= 0) {
      const details = { file: this.#file, offset: base + nothing, expected: 'a map in UTF-8', found: 'bytes that are no text' };
      throw new SymbolError({ reason: 'malformed', ...details });
    }
    const [first] = bytes;
    if (first !== SPACE && first !== TAB && !this.#skipping) this.#atHead = false;
    this.#skipping = true;
    return bytes.length;
  }

  #takeHeadLine(bytes: Uint8Array, begin: number, lineEnd: number, base: number): void {
    let end = lineEnd;
    while (end > begin && isBlank(bytes[end - 1])) end--;
    if (end === begin) return;
    if (bytes[begin] === HASH) this.#takeComment(bytes, begin, end, base);
    else this.#takeClass(bytes, begin, end, base, base + lineEnd + 1);
  }

  #takeComment(bytes: Uint8Array, begin: number, end: number, base: number): void {
    const isHead = this.#current === undefined;
    if (end - begin > MAX_CLASS_LINE || (!isHead && !this.#atHead && !mayStateVersion(bytes, begin, end))) return;
    if (isHead && this.#headComments.length < MAX_HEAD_COMMENTS) this.#headComments.push(textOfBytes(bytes, begin, end));
    const current = this.#current;
    if (
      current !== undefined &&
      this.#atHead &&
      current.sourceFileComment === undefined &&
      includesLetters(bytes, begin, end, 'sourceFile')
    ) {
      current.sourceFileComment = this.#kept(bytes, begin, end, base);
      this.#withSourceFile.set(current.originalName.begin, current.originalName.end, current);
      return;
    }
    if (!includesLetters(bytes, begin, end, 'com.android.tools.r8.mapping')) return;
    const text = textOfBytes(bytes, begin, end);
    const information = parseMappingComment(text, this.#version);
    if (information?.kind === 'bad') this.#addProblem(base + begin, information.expected);
    if (information?.kind !== 'version') return;
    this.#version = information.version;
    if (this.#versions.length < MAX_HEAD_COMMENTS) this.#versions.push(information.name);
  }

  #takeClass(bytes: Uint8Array, begin: number, end: number, base: number, behind: number): void {
    const arrow = end - begin > MAX_CLASS_LINE || bytes[end - 1] !== COLON ? -1 : findArrow(bytes, begin, end);
    const original = arrow < 0 ? undefined : nameIn(bytes, begin, arrow);
    const residual = arrow < 0 ? undefined : nameIn(bytes, arrow + 2, end - 1);
    if (original === undefined || residual === undefined) {
      this.#addProblem(base + begin, 'a class such as “com.example.Feed -> a.b:”');
      return;
    }
    if (this.#classes.size >= MAX_CLASSES) {
      const expected = `a map of at most ${MAX_CLASSES} classes`;
      throw new SymbolError({ reason: 'unsupported', file: this.#file, offset: base + begin, expected });
    }
    if (this.#current !== undefined) this.#current.end = base + begin;
    const originalName = this.#kept(bytes, original.begin, original.end, base);
    const residualName = this.#kept(bytes, residual.begin, residual.end, base);
    this.#current = { originalName, begin: behind, end: behind, version: this.#version, sourceFileComment: undefined };
    this.#atHead = true;
    // A later class of one name counts, as in R8's reader.
    this.#classes.set(residualName.begin, residualName.end, this.#current);
  }

  #kept(bytes: Uint8Array, begin: number, end: number, base: number): Kept {
    if (this.#names.length + end - begin > MAX_NAME_BYTES) {
      const expected = `a map with at most ${MAX_NAME_BYTES >> 20} MiB of names of classes`;
      throw new SymbolError({ reason: 'unsupported', file: this.#file, offset: base + begin, expected });
    }
    const kept = this.#names.add(bytes, begin, end);
    return { begin: kept, end: kept + end - begin };
  }

  #addProblem(offset: number, expected: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ offset, expected });
  }
}

function nameIn(bytes: Uint8Array, from: number, to: number): Kept | undefined {
  let begin = from;
  let end = to;
  while (begin < end && isBlank(bytes[begin])) begin++;
  while (end > begin && isBlank(bytes[end - 1])) end--;
  for (let at = begin; at < end; at++) if (isBlank(bytes[at])) return undefined;
  return begin === end ? undefined : { begin, end };
}

function findArrow(bytes: Uint8Array, begin: number, end: number): number {
  for (let at = begin; at + 1 < end; at++) if (bytes[at] === DASH && bytes[at + 1] === GREATER) return at;
  return -1;
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === RETURN;
}

function isBlankOrComment(bytes: Uint8Array, begin: number, end: number): boolean {
  let at = begin;
  while (at < end && isBlank(bytes[at])) at++;
  return at === end || bytes[at] === HASH;
}

/** Between members only a new version matters. */
function mayStateVersion(bytes: Uint8Array, begin: number, end: number): boolean {
  for (let at = begin + 1; at < end; at++) if (!isBlank(bytes[at])) return bytes[at] === 0x7b;
  return false;
}
