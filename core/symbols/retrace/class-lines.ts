import { int32At } from '../../columns/at.ts';
import type { MethodCandidate } from './class-mapping.ts';
import { type BadLine, ClassReader } from './class-reader.ts';
import type { MapVersion } from './map-version.ts';
import { type Block, MemberBlocks } from './member-blocks.ts';
import { MemberLineReader } from './member-line.ts';
import { MethodRows } from './method-rows.ts';
import { sameBytes } from './name-bytes.ts';
import { firstLetter, lineEnd, TextLines } from './text-lines.ts';

const CONTEXT_LINES = 4;
const USUAL_CLASS_BYTES = 1 << 14;
const nothing: readonly never[] = [];
const [NEWLINE, HASH, CLOSE, ZERO, COLON] = [10, 35, 41, 48, 58];

/** Parses only the wanted methods' lines: a stack may go through ten thousand classes. */
export class ClassLines {
  readonly #bytes: Uint8Array;
  readonly #version: MapVersion;
  readonly #keptFrom: number;
  readonly #onBadLine: (bad: BadLine) => void;
  readonly #blocks: MemberBlocks;
  /** Reused, as a list for each method would be garbage to collect. */
  readonly #firstMethods = new Int32Array(CONTEXT_LINES);
  #members: MemberLineReader | undefined;
  #read: Map<string, readonly MethodCandidate[] | undefined> | undefined;
  /** Keyed by their first block's row. */
  readonly #rows = new Map<number, MethodRows | undefined>();
  /** All methods, if a line states a version. */
  #together: ClassReader | undefined;

  /**
   * @param version stated before these lines
   * @param keptFrom methods of at least so many bytes are parsed once and kept
   */
  constructor(bytes: Uint8Array, version: MapVersion, keptFrom: number, onBadLine: (bad: BadLine) => void) {
    this.#bytes = bytes;
    this.#version = version;
    this.#keptFrom = keptFrom;
    this.#onBadLine = onBadLine;
    this.#blocks = new MemberBlocks(bytes);
  }

  method(name: string): readonly MethodCandidate[] | undefined {
    if (this.#read?.has(name)) return this.#read.get(name);
    const blocks = this.#blocks.named(name);
    if (blocks === undefined) return undefined;
    const { statesVersion } = this.#blocks;
    const lines = statesVersion ? [{ begin: 0, end: this.#bytes.length }] : this.#withRelated(blocks);
    const reader = this.#together ?? this.#readLines(lines);
    if (statesVersion) this.#together = reader;
    const overloads = reader.overloads(name);
    if (bytesOf(lines) >= this.#keptFrom) {
      this.#read ??= new Map();
      this.#read.set(name, overloads);
    }
    return overloads;
  }

  rows(bytes: Uint8Array, begin: number, end: number): MethodRows | undefined {
    const first = this.#blocks.statesVersion ? -1 : this.#blocks.firstNamed(bytes, begin, end);
    if (first < 0) return undefined;
    const known = this.#rows.get(first);
    if (known !== undefined || this.#rows.has(first)) return known;
    const rows = this.#rowsFrom(first);
    this.#rows.set(first, rows);
    return rows;
  }

  #rowsFrom(first: number): MethodRows | undefined {
    const blocks = this.#blocks.blocksFrom(first);
    const rows = MethodRows.read(this.#bytes, blocks);
    const isAlone = !this.#blocks.hidesFrames || this.#withRelated(blocks) === blocks;
    if (rows === undefined || (isAlone && (!rows.isCommented || rows.hideSynthesized(this.#version)))) return rows;
    return rows.takeNamings(this.method(this.#blocks.nameOf(first)) ?? nothing) ? rows : undefined;
  }

  #readLines(lines: readonly Block[]): ClassReader {
    const reader = new ClassReader(this.#version);
    for (const { begin, end } of lines) {
      reader.beginBlock(this.#membersOf(begin, end));
      for (let at = begin; at < end; at = reader.at) {
        const verdict = reader.take(at);
        if (verdict === 'end') return reader;
        if (verdict !== undefined) this.#onBadLine({ offset: at, expected: verdict });
      }
    }
    return reader;
  }

  /** One reader for all blocks of a usual class, as decoding takes longer than reading a block. */
  #membersOf(begin: number, end: number): MemberLineReader {
    if (this.#bytes.length > USUAL_CLASS_BYTES) return new MemberLineReader(new TextLines(this.#bytes, begin, end));
    this.#members ??= new MemberLineReader(new TextLines(this.#bytes, 0, this.#bytes.length));
    return this.#members;
  }

  /** Comments just above a block count, too, if their line has another name but the same method. */
  #withRelated(blocks: readonly Block[]): readonly Block[] {
    let names: Set<string> | undefined;
    const above: Block[] = [];
    for (const { begin, end } of blocks) {
      for (const line of this.#sameMethodAbove(begin)) {
        const block = this.#blocks.holding(line);
        if (block === undefined) continue;
        names ??= new Set();
        names.add(block.memberName);
        above.push({ begin: block.begin, end });
      }
    }
    if (names === undefined) return blocks;
    const related = Array.from(names, (name) => this.#blocks.named(name) ?? nothing);
    return joined([...blocks, ...above, ...related.flat()]);
  }

  /** Begins of lines right above a block with the same method as one of its first lines. */
  #sameMethodAbove(begin: number): readonly number[] {
    const bytes = this.#bytes;
    let found: number[] | undefined;
    const own = this.#findFirstMethods(begin);
    for (let end = begin - 1, seen = 0; end > 0 && seen < CONTEXT_LINES; ) {
      let above = end;
      while (above > 0 && bytes[above - 1] !== NEWLINE) above--;
      const from = this.#methodBegin(above, end);
      const length = this.#methodLength(from, end);
      end = above - 1;
      if (length === 0) continue;
      seen++;
      if (!this.#isFirstMethod(own, from, length)) continue;
      if (found === undefined) found = [above];
      else found.push(above);
    }
    return found ?? nothing;
  }

  #isFirstMethod(count: number, from: number, length: number): boolean {
    for (let row = 0; row < count; row++) {
      const at = int32At(this.#firstMethods, row);
      if (this.#bytes[at + length] === CLOSE && sameBytes(this.#bytes, at, from, length)) return true;
    }
    return false;
  }

  /** @returns the count of `#firstMethods` */
  #findFirstMethods(begin: number): number {
    let count = 0;
    for (let at = begin; at < this.#bytes.length && count < CONTEXT_LINES; count++) {
      const newline = lineEnd(this.#bytes, at);
      this.#firstMethods[count] = this.#methodBegin(at, newline);
      at = newline + 1;
    }
    return count;
  }

  #methodBegin(begin: number, end: number): number {
    let at = firstLetter(this.#bytes, begin, end);
    while (isDigitOrColon(this.#bytes[at])) at++;
    return at;
  }

  /** 0 without a method. */
  #methodLength(begin: number, end: number): number {
    if (this.#bytes[begin] === HASH) return 0;
    for (let at = begin; at < end; at++) if (this.#bytes[at] === CLOSE) return at - begin;
    return 0;
  }
}

function bytesOf(blocks: readonly Block[]): number {
  let bytes = 0;
  for (const { begin, end } of blocks) bytes += end - begin;
  return bytes;
}

/** Sorted, without overlaps. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const lines: { begin: number; end: number }[] = [];
  for (const { begin, end } of blocks.toSorted((a, b) => a.begin - b.begin)) {
    const last = lines.at(-1);
    if (last !== undefined && begin <= last.end) last.end = Math.max(last.end, end);
    else lines.push({ begin, end });
  }
  return lines;
}

function isDigitOrColon(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= COLON;
}
