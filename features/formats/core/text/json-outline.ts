import { uint8At } from '../../../../core/columns/at.ts';

export type JsonKind = 'object' | 'list' | 'text' | 'number' | 'literal';

/** A value of the outermost object. */
export interface JsonEntry {
  readonly kind: JsonKind;
  /** A text's first letters; '' for other values. */
  readonly text: string;
  /** Keys of an object, or of a list's first objects, each with its value where that is a text, else ''. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The keys by which a JSON text is recognised, in whatever order and however far they are. */
export interface JsonOutline {
  readonly root: 'object' | 'list';
  /** Of the outermost object, or of the outermost list's first objects. */
  readonly entries: ReadonlyMap<string, JsonEntry>;
  /** The outermost value has ended, or more is not read. */
  readonly isWhole: boolean;
}

const MOST_ENTRIES = 256;
const MOST_KEYS = 64;
/** Longest key or text. */
const MOST_BYTES = 256;
/** Objects of a list whose keys are read. */
const MOST_ELEMENTS = 16;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

interface OpenEntry {
  kind: JsonKind;
  text: string;
  readonly keys: Map<string, string>;
}

/** Reads an outline from bytes of UTF-8, in pieces of any length. It holds keys only, whatever the values' size and depth. */
export class OutlineScanner {
  readonly #entries = new Map<string, OpenEntry>();
  #root: 'object' | 'list' | undefined;
  /** Depth of the object whose keys are entries: 1, or 2 in an outermost list. */
  #base = 1;
  #depth = 0;
  #isOver = false;
  #isInText = false;
  #isEscaped = false;
  #text: number[] | undefined;
  /** The next text is a key of this depth. */
  #awaitsKey = false;
  #entry: OpenEntry | undefined;
  #key = '';
  #elements = 0;
  /** Objects at the depth below entries. */
  #inner = 0;
  /** Changes with each key. */
  found = 0;

  /** No more is needed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Undefined for other texts. */
  get outline(): JsonOutline | undefined {
    return this.#root === undefined ? undefined : { root: this.#root, entries: this.#entries, isWhole: this.#isOver };
  }

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#isOver; ) {
      if (this.#isInText) at = this.#skipText(bytes, at);
      else if (this.#depth > this.#floor) at = this.#skipValue(bytes, at);
      else at = this.#sign(bytes, at);
    }
  }

  /** Nothing deeper is kept. */
  get #floor(): number {
    return this.#inner > MOST_ELEMENTS ? this.#base : this.#base + 2;
  }

  /** To the end of a value of which nothing is kept: most of a file. Without a call per letter. */
  #skipValue(bytes: Uint8Array, begin: number): number {
    const floor = this.#floor;
    let depth = this.#depth;
    for (let at = begin; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
        if (at < bytes.length) continue;
        this.#depth = depth;
        this.#isInText = true;
        this.#isEscaped = at > bytes.length;
        return bytes.length;
      }
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --depth === floor) {
        this.#depth = depth + 1;
        this.#close();
        return at + 1;
      }
    }
    this.#depth = depth;
    return bytes.length;
  }

  #sign(bytes: Uint8Array, at: number): number {
    const byte = uint8At(bytes, at);
    if (byte === QUOTE) this.#beginText();
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte === OPEN_OBJECT);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close();
    else if (byte === COMMA) this.#awaitsKey = this.#isAtKeys();
    else if (byte === MINUS || (byte >= DIGIT_0 && byte <= DIGIT_9)) this.#value('number');
    else if (byte !== SPACE && byte !== LINE_FEED && byte !== RETURN && byte !== TAB && byte !== COLON) this.#value('literal');
    else return at + 1;
    let next = at + 1;
    // Numbers of a long list.
    if (this.#depth === this.#base + 1 && this.#entry?.kind === 'list') {
      while (next < bytes.length && uint8At(bytes, next) < COLON && bytes[next] !== QUOTE) next++;
    }
    return next;
  }

  /** True inside the object of entries, or an object whose keys an entry has. */
  #isAtKeys(): boolean {
    if (this.#depth === this.#base) return true;
    const inner = this.#entry?.kind === 'list' ? this.#base + 2 : this.#base + 1;
    return this.#depth === inner && this.#inner > 0 && this.#inner <= MOST_ELEMENTS;
  }

  #open(isObject: boolean): void {
    if (this.#depth === 0) {
      this.#root = isObject ? 'object' : 'list';
      this.#base = isObject ? 1 : 2;
    } else this.#value(isObject ? 'object' : 'list');
    this.#depth++;
    if (this.#depth === this.#base) {
      // Lists of an outermost list have no keys.
      if (isObject && ++this.#elements <= MOST_ELEMENTS) this.#awaitsKey = true;
      else if (this.#root === 'list') this.#isOver = true;
    } else if (isObject && this.#depth === this.#base + (this.#entry?.kind === 'list' ? 2 : 1)) {
      this.#inner++;
      this.#awaitsKey = this.#isAtKeys();
    } else this.#awaitsKey = false;
  }

  #close(): void {
    this.#depth--;
    this.#awaitsKey = false;
    if (this.#depth <= this.#base) this.#entry = undefined;
    if (this.#depth <= 0) this.#isOver = true;
  }

  #value(kind: JsonKind): void {
    if (this.#root === undefined) this.#isOver = true;
    if (this.#depth !== this.#base || this.#entry !== undefined || this.#key === '') return;
    if (this.#entries.size === MOST_ENTRIES && !this.#entries.has(this.#key)) {
      this.#isOver = true;
      return;
    }
    const entry = this.#entries.get(this.#key) ?? { kind, text: '', keys: new Map() };
    this.#entries.set(this.#key, entry);
    this.#inner = 0;
    this.#key = '';
    if (kind === 'object' || kind === 'list') this.#entry = entry;
  }

  #beginText(): void {
    if (this.#root === undefined) this.#isOver = true;
    this.#isInText = true;
    const isValue = this.#key !== '' && (this.#depth === this.#base || this.#isAtKeys());
    this.#text = this.#awaitsKey || isValue ? [] : undefined;
  }

  /** To the closing quote; texts are most of a file, so that their letters are not visited one by one. */
  #skipText(bytes: Uint8Array, begin: number): number {
    let from = begin;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#keep(bytes, from, from + 1);
      from++;
    }
    for (let at = from; ; ) {
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 ? bytes.length : quote;
      let before = end;
      while (before > at && bytes[before - 1] === BACKSLASH) before--;
      const isEscaped = (end - before) % 2 === 1;
      if (quote >= 0 && isEscaped) {
        at = quote + 1;
        continue;
      }
      this.#keep(bytes, from, end);
      if (quote < 0) this.#isEscaped = isEscaped;
      else this.#endText();
      return quote < 0 ? end : end + 1;
    }
  }

  #keep(bytes: Uint8Array, from: number, end: number): void {
    const text = this.#text;
    if (text === undefined) return;
    for (let at = from; at < end && text.length < MOST_BYTES; at++) text.push(uint8At(bytes, at));
  }

  #endText(): void {
    this.#isInText = false;
    const bytes = this.#text;
    this.#text = undefined;
    if (bytes === undefined) return;
    const text = unescaped(new TextDecoder().decode(Uint8Array.from(bytes)));
    if (this.#awaitsKey) {
      this.#awaitsKey = false;
      this.#key = text;
      if (this.#depth === this.#base) this.#entry = undefined;
      else if (this.#entry !== undefined && this.#entry.keys.size < MOST_KEYS && !this.#entry.keys.has(text))
        this.#entry.keys.set(text, '');
      this.found++;
      return;
    }
    if (this.#depth === this.#base) {
      const key = this.#key;
      this.#value('text');
      const entry = this.#entries.get(key);
      if (entry?.kind === 'text') entry.text ||= text;
    } else if (this.#entry?.keys.get(this.#key) === '') this.#entry.keys.set(this.#key, text);
    this.#key = '';
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    // A text that is cut within an escape.
    return text;
  }
}

/** True where an entry of a kind has one of the keys. */
export function hasKeys(outline: JsonOutline | undefined, entry: string, keys: readonly string[], kind?: JsonKind): boolean {
  const found = outline?.entries.get(entry);
  return found !== undefined && (kind === undefined || found.kind === kind) && keys.some((key) => found.keys.has(key));
}
