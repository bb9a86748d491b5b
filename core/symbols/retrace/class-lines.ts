import type { MethodCandidate } from './class-mapping.ts';
import { type BadLine, ClassReader } from './class-reader.ts';
import type { MapVersion } from './map-version.ts';

/** Lines that follow each other and have one name behind the arrow, with their comments: letters, the last one's newline too. */
interface Block {
  readonly begin: number;
  end: number;
}

/** How far back the reader's rules look at most, in lines. */
const LOOK_BACK = 4;
/** From this many letters on, all names are listed once: to search for each one would take longer. */
const SEARCHED_LENGTH = 1 << 15;
const [NEWLINE, SPACE, HASH, ZERO, COLON] = [10, 32, 35, 48, 58];

/**
 * The lines below a class line, of which only those of one method are read when it is asked for: that is what makes a
 * stack through ten thousand classes quick.
 */
export class ClassLines {
  readonly #lines: string;
  readonly #version: MapVersion;
  readonly #onBadLine: (bad: BadLine) => void;
  #read: Map<string, readonly MethodCandidate[] | undefined> | undefined;
  #hasVersion: boolean | undefined;
  #blocks: ReadonlyMap<string, readonly Block[]> | undefined;
  /** All methods, when the lines of one method have to do with those of another. */
  #together: ReadonlyMap<string, readonly MethodCandidate[]> | undefined;

  constructor(lines: string, version: MapVersion, onBadLine: (bad: BadLine) => void) {
    this.#version = version;
    this.#onBadLine = onBadLine;
    this.#lines = lines;
  }

  /** The overloads of a method of the shrunk class; undefined when the map has none. */
  method(name: string): readonly MethodCandidate[] | undefined {
    if (this.#together !== undefined) return this.#together.get(name);
    if (this.#read?.has(name)) return this.#read.get(name);
    const blocks = this.#blocksOf(name);
    if (blocks === undefined) return this.#readTogether().get(name);
    const overloads = blocks.length === 0 ? undefined : this.#readBlocks(blocks).get(name);
    this.#read ??= new Map();
    this.#read.set(name, overloads);
    return overloads;
  }

  #readTogether(): ReadonlyMap<string, readonly MethodCandidate[]> {
    this.#together = this.#readBlocks([{ begin: 0, end: this.#lines.length }]);
    return this.#together;
  }

  #readBlocks(blocks: readonly Block[]): ReadonlyMap<string, readonly MethodCandidate[]> {
    const reader = new ClassReader(this.#version);
    for (const { begin, end } of blocks) {
      for (let at = begin; at < end; ) {
        const lineEnd = this.#lineEnd(at);
        const line = this.#lines.slice(at, lineEnd).trimEnd();
        const verdict = line === '' ? undefined : reader.take(line);
        if (verdict === 'end') return reader.finish();
        if (verdict !== undefined) this.#onBadLine({ offset: at, expected: verdict });
        at = lineEnd + 1;
      }
      reader.endBlock();
    }
    return reader.finish();
  }

  /**
   * Where the lines of a method are. Undefined when all methods should be read together: a line of the class may state a version,
   * or a recent line above a block has another name, but may be the same method.
   */
  #blocksOf(name: string): readonly Block[] | undefined {
    if (this.#statesVersion()) return undefined;
    const blocks = this.#lines.length > SEARCHED_LENGTH ? (this.#listed().get(name) ?? []) : this.#search(name);
    return blocks.some(({ begin }) => this.#mayContinue(begin)) ? undefined : blocks;
  }

  #search(name: string): readonly Block[] {
    const lines = this.#lines;
    const blocks: Block[] = [];
    const searched = `> ${name}`;
    for (let found = lines.indexOf(searched); found >= 0; found = lines.indexOf(searched, found + 1)) {
      const end = this.#lineEnd(found);
      if (lines.slice(found + searched.length, end).trimEnd() !== '') continue;
      addLine(blocks, lines.lastIndexOf('\n', found) + 1, this.#behindComments(end + 1));
    }
    return blocks;
  }

  /** The blocks of all methods. */
  #listed(): ReadonlyMap<string, readonly Block[]> {
    if (this.#blocks !== undefined) return this.#blocks;
    const all = new Map<string, Block[]>();
    for (let at = this.#behindComments(0); at < this.#lines.length; ) {
      const end = this.#lineEnd(at);
      const line = this.#lines.slice(at, end);
      const name = line.slice(line.lastIndexOf('> ') + 2).trimEnd();
      const behind = this.#behindComments(end + 1);
      const blocks = all.get(name);
      if (blocks === undefined) all.set(name, [{ begin: at, end: behind }]);
      else addLine(blocks, at, behind);
      at = behind;
    }
    this.#blocks = all;
    return all;
  }

  /** Behind the lines that are comments, from a line's begin on. */
  #behindComments(begin: number): number {
    let at = begin;
    while (at < this.#lines.length) {
      const first = this.#firstLetter(at);
      const code = this.#lines.charCodeAt(first);
      if (first < this.#lines.length && code !== HASH && code !== NEWLINE) break;
      at = this.#lineEnd(first) + 1;
    }
    return Math.min(at, this.#lines.length);
  }

  #statesVersion(): boolean {
    this.#hasVersion ??= this.#lines.includes('com.android.tools.r8.mapping');
    return this.#hasVersion;
  }

  /** Whether one of the lines above a line is of the same method, so that what was said of it counts here too. */
  #mayContinue(begin: number): boolean {
    for (let end = begin - 1, seen = 0; end > 0 && seen < LOOK_BACK; ) {
      const above = this.#lines.lastIndexOf('\n', end - 1) + 1;
      const [from, length] = this.#method(above);
      end = above - 1;
      if (length === 0) continue;
      seen++;
      for (let at = begin, i = 0; at < this.#lines.length && i < LOOK_BACK; at = this.#lineEnd(at) + 1, i++) {
        const [own, ownLength] = this.#method(at);
        if (ownLength === length && this.#sameText(own, from, length)) return true;
      }
    }
    return false;
  }

  /** Begin and length of `void name(int` in a method's line; 0 as the length for any other. */
  #method(lineBegin: number): readonly [begin: number, length: number] {
    let begin = this.#firstLetter(lineBegin);
    while (isDigitOrColon(this.#lines.charCodeAt(begin))) begin++;
    const length = this.#lines.charCodeAt(begin) === HASH ? 0 : this.#lines.slice(begin, this.#lineEnd(begin)).indexOf(')');
    return [begin, Math.max(0, length)];
  }

  #sameText(a: number, b: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (this.#lines.charCodeAt(a + i) !== this.#lines.charCodeAt(b + i)) return false;
    return true;
  }

  #firstLetter(begin: number): number {
    let at = begin;
    while (isBlank(this.#lines.charCodeAt(at))) at++;
    return at;
  }

  #lineEnd(at: number): number {
    const newline = this.#lines.indexOf('\n', at);
    return newline < 0 ? this.#lines.length : newline;
  }
}

function addLine(blocks: Block[], begin: number, end: number): void {
  const last = blocks.at(-1);
  if (last?.end === begin) last.end = end;
  else blocks.push({ begin, end });
}

function isBlank(code: number): boolean {
  return code <= SPACE && code !== NEWLINE;
}

/** Colon is the letter behind 9. */
function isDigitOrColon(code: number): boolean {
  return code >= ZERO && code <= COLON;
}
