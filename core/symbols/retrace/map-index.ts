import type { ByteRequest, FileKey, Reading } from '../byte-source.ts';
import { SymbolError } from '../symbol-error.ts';
import { MapVersion } from './map-version.ts';
import { parseMappingComment } from './mapping-comment.ts';

/** Where a class's lines are, and what is needed before they are read. */
export interface IndexedClass {
  readonly originalName: string;
  readonly residualName: string;
  /** Bytes from the file's begin: behind the class's own line. */
  readonly begin: number;
  /** Of the next class's line, or the file's end. */
  end: number;
  /** In force where the class begins. */
  readonly version: MapVersion;
  /** The comment that names the source file, unread. */
  sourceFileComment: string | undefined;
}

export interface MapIndex {
  readonly classes: ReadonlyMap<string, IndexedClass>;
  /** The class that says which source file an original class has; in R8's maps only some do. */
  readonly withSourceFile: ReadonlyMap<string, IndexedClass>;
  /** Lines before the first class that begin with `#`. */
  readonly headComments: readonly string[];
  /** As the map states them, in its order. */
  readonly versions: readonly string[];
  readonly problems: readonly MapProblem[];
}

/** A line that was passed over. */
export interface MapProblem {
  /** Bytes from the file's begin. */
  readonly offset: number;
  readonly expected: string;
}

const CHUNK_BYTES = 4 << 20;
/** Names longer than this are no names. */
const MAX_CLASS_LINE = 1 << 16;
const MAX_CLASSES = 4_000_000;
const MAX_HEAD_COMMENTS = 1_000;
const MAX_PROBLEMS = 100;
const [TAB, NEWLINE, RETURN, SPACE, HASH, DASH, COLON, GREATER] = [9, 10, 13, 32, 35, 45, 58, 62];

/** Reads a map once and keeps where each class is. Members are not looked at. */
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
  readonly #classes = new Map<string, IndexedClass>();
  readonly #withSourceFile = new Map<string, IndexedClass>();
  readonly #headComments: string[] = [];
  readonly #versions: string[] = [];
  readonly #problems: MapProblem[] = [];
  readonly #decoder = new TextDecoder();
  #version: MapVersion = MapVersion.none;
  #current: IndexedClass | undefined;
  /** No member of the current class has been seen. */
  #atHead = true;
  /** Inside a line that is longer than a chunk. */
  #skipping = false;

  constructor(file: FileKey) {
    this.#file = file;
  }

  /** UTF-16 would look like an empty map. */
  refuseOtherText(bytes: Uint8Array): void {
    const [first, second] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new SymbolError({ reason: 'malformed', file: this.#file, offset: 0, expected: 'a map in UTF-8', found: 'UTF-16' });
    }
  }

  /** @returns how many bytes are done; the rest, a line's begin, is wanted again with what follows */
  take(bytes: Uint8Array, base: number, isLast: boolean): number {
    let at = base === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const length = bytes.length;
    while (at < length) {
      const begin = at;
      const first = bytes[begin];
      while (at < length && bytes[at] !== NEWLINE) at++;
      if (at === length && !isLast) return this.#cutOff(first, begin, length);
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
      classes: this.#classes,
      withSourceFile: this.#withSourceFile,
      headComments: this.#headComments,
      versions: this.#versions,
      problems: this.#problems,
    };
  }

  /** A line that goes on behind the chunk: wanted whole, unless it fills the chunk. */
  #cutOff(first: number | undefined, begin: number, length: number): number {
    if (begin > 0) return begin;
    if (first !== SPACE && first !== TAB && !this.#skipping) this.#atHead = false;
    this.#skipping = true;
    return length;
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
    const text = this.#decoder.decode(bytes.subarray(begin, end));
    if (isHead && this.#headComments.length < MAX_HEAD_COMMENTS) this.#headComments.push(text);
    if (this.#current !== undefined && this.#atHead && this.#current.sourceFileComment === undefined && /["']?sourceFile["']?/.test(text)) {
      this.#current.sourceFileComment = text;
      this.#withSourceFile.set(this.#current.originalName, this.#current);
      return;
    }
    if (!text.includes('com.android.tools.r8.mapping')) return;
    const information = parseMappingComment(text, this.#version);
    if (information?.kind === 'bad') this.#addProblem(base + begin, information.expected);
    if (information?.kind !== 'version') return;
    this.#version = information.version;
    if (this.#versions.length < MAX_HEAD_COMMENTS) this.#versions.push(information.name);
  }

  #takeClass(bytes: Uint8Array, begin: number, end: number, base: number, behind: number): void {
    const arrow = end - begin > MAX_CLASS_LINE || bytes[end - 1] !== COLON ? -1 : findArrow(bytes, begin, end);
    const originalName = arrow < 0 ? '' : this.#name(bytes, begin, arrow);
    const residualName = arrow < 0 ? '' : this.#name(bytes, arrow + 2, end - 1);
    if (originalName === '' || residualName === '') {
      this.#addProblem(base + begin, 'a class such as “com.example.Feed -> a.b:”');
      return;
    }
    if (this.#classes.size >= MAX_CLASSES) {
      const expected = `a map of at most ${MAX_CLASSES} classes`;
      throw new SymbolError({ reason: 'unsupported', file: this.#file, offset: base + begin, expected });
    }
    if (this.#current !== undefined) this.#current.end = base + begin;
    this.#current = { originalName, residualName, begin: behind, end: behind, version: this.#version, sourceFileComment: undefined };
    this.#atHead = true;
    // A later class of the same name counts, as in R8's reader.
    this.#classes.set(residualName, this.#current);
  }

  /** A name, without blanks around it; empty when there are some in it. */
  #name(bytes: Uint8Array, from: number, to: number): string {
    let begin = from;
    let end = to;
    while (begin < end && isBlank(bytes[begin])) begin++;
    while (end > begin && isBlank(bytes[end - 1])) end--;
    for (let at = begin; at < end; at++) if (isBlank(bytes[at])) return '';
    return this.#decoder.decode(bytes.subarray(begin, end));
  }

  #addProblem(offset: number, expected: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ offset, expected });
  }
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

/** Between members only a new version matters, and most comments can be told by their first letters. */
function mayStateVersion(bytes: Uint8Array, begin: number, end: number): boolean {
  for (let at = begin + 1; at < end; at++) if (!isBlank(bytes[at])) return bytes[at] === 0x7b;
  return false;
}
