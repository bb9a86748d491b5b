import type { MethodCandidate } from './class-mapping.ts';
import { type BadLine, ClassReader } from './class-reader.ts';
import type { MapVersion } from './map-version.ts';
import { type Block, MemberBlocks } from './member-blocks.ts';
import { sameBytes } from './name-bytes.ts';
import { firstLetter, lineEnd, TextLines } from './text-lines.ts';

const CONTEXT_LINES = 4;
const USUAL_CLASS_BYTES = 1 << 14;
const nothing: readonly number[] = [];
const [NEWLINE, HASH, CLOSE, ZERO, COLON] = [10, 35, 41, 48, 58];

/** Parses only the wanted methods' lines: a stack may go through ten thousand classes. */
export class ClassLines {
  readonly #bytes: Uint8Array;
  readonly #version: MapVersion;
  readonly #keptFrom: number;
  readonly #onBadLine: (bad: BadLine) => void;
  readonly #blocks: MemberBlocks;
  #text: TextLines | undefined;
  #read: Map<string, readonly MethodCandidate[] | undefined> | undefined;
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

  #readLines(lines: readonly Block[]): ClassReader {
    const reader = new ClassReader(this.#version);
    for (const { begin, end } of lines) {
      reader.beginBlock(this.#textOf(begin, end), end);
      for (let at = begin; at < end; at = reader.at) {
        const verdict = reader.take(at);
        if (verdict === 'end') return reader;
        if (verdict !== undefined) this.#onBadLine({ offset: at, expected: verdict });
      }
    }
    return reader;
  }

  /** One text for all blocks of a usual class, as decoding takes longer than reading a block. */
  #textOf(begin: number, end: number): TextLines {
    if (this.#bytes.length > USUAL_CLASS_BYTES) return new TextLines(this.#bytes, begin, end);
    this.#text ??= new TextLines(this.#bytes, 0, this.#bytes.length);
    return this.#text;
  }

  /** Comments just above a block count, too, if their line has another name but the same method. */
  #withRelated(blocks: readonly Block[]): readonly Block[] {
    if (blocks.every(({ begin }) => this.#sameMethodAbove(begin).length === 0)) return blocks;
    const names = new Set<string>();
    const lines = blocks.map(({ begin: first, end }) => {
      let begin = first;
      for (const line of this.#sameMethodAbove(first)) {
        const above = this.#blocks.holding(line);
        if (above === undefined) continue;
        names.add(above.memberName);
        begin = Math.min(begin, above.begin);
      }
      return { begin, end };
    });
    return names.size === 0 ? blocks : joined([...lines, ...[...names].flatMap((name) => this.#blocks.named(name) ?? [])]);
  }

  /** Begins of lines right above a block with the same method as one of its first lines. */
  #sameMethodAbove(begin: number): readonly number[] {
    const bytes = this.#bytes;
    let found: number[] | undefined;
    const own = this.#firstMethods(begin);
    for (let end = begin - 1, seen = 0; end > 0 && seen < CONTEXT_LINES; ) {
      let above = end;
      while (above > 0 && bytes[above - 1] !== NEWLINE) above--;
      const from = this.#methodBegin(above, end);
      const length = this.#methodLength(from, end);
      end = above - 1;
      if (length === 0) continue;
      seen++;
      if (!this.#isOneOf(own, from, length)) continue;
      if (found === undefined) found = [above];
      else found.push(above);
    }
    return found ?? nothing;
  }

  #isOneOf(methods: readonly number[], from: number, length: number): boolean {
    for (const at of methods) if (this.#bytes[at + length] === CLOSE && sameBytes(this.#bytes, at, from, length)) return true;
    return false;
  }

  #firstMethods(begin: number): readonly number[] {
    const found: number[] = [];
    for (let at = begin; at < this.#bytes.length && found.length < CONTEXT_LINES; ) {
      const newline = lineEnd(this.#bytes, at);
      found.push(this.#methodBegin(at, newline));
      at = newline + 1;
    }
    return found;
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
