import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';

/** Read in one piece, so that no step is repeated. */
const WHOLE_BYTES = 64 << 20;
const PAGE_BYTES = 1 << 18;
/** No list of a sane file is longer. */
const LONGEST_PAGE_BYTES = 32 << 20;
/** Limit for one section, checked between steps. */
const KEPT_BYTES = 48 << 20;

/** Thrown by a step that lacks bytes, before it changes anything. The caller loads them and repeats it. */
export class MissingBytes extends Error {
  readonly load: () => Reading<void>;

  constructor(load: () => Reading<void>) {
    super('bytes that are not loaded yet');
    this.load = load;
  }
}

/** Repeats a step until it has all its bytes. */
export function* settled<T>(step: () => T): Reading<T> {
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error;
      yield* error.load();
    }
  }
}

/** The parts of a section used so far, for code that cannot wait. */
export class PagedSection {
  readonly name: string;
  readonly size: number;
  /** The page of the last `locate`. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset in the section of `bytes[0]`. */
  begin = 0;
  readonly #source: SectionBytes | undefined;
  readonly #pageSize: number;
  readonly #pages = new Map<number, Uint8Array>();
  #kept = 0;

  constructor(source: SectionBytes | undefined, name: string) {
    this.#source = source;
    this.name = source?.name ?? `.debug_${name}`;
    this.size = source?.size ?? 0;
    this.#pageSize = this.size <= WHOLE_BYTES ? Math.max(1, this.size) : PAGE_BYTES;
  }

  /**
   * Puts `length` bytes from `offset` on into `bytes`, in one piece.
   * @returns the index of `offset` in `bytes`
   * @throws MissingBytes, or SymbolError at the section's end
   */
  locate(offset: number, length: number): number {
    if (!(offset >= 0 && offset + length <= this.size)) {
      throw new SymbolError({
        reason: this.#source === undefined ? 'unsupported' : 'malformed',
        file: this.name,
        offset,
        expected: `${length} more bytes`,
        found: this.#source === undefined ? 'no such section' : `the end at 0x${this.size.toString(16)}`,
      });
    }
    const inside = offset - this.begin;
    if (inside >= 0 && inside + length <= this.bytes.length) return inside;
    const number = Math.floor(offset / this.#pageSize);
    const begin = number * this.#pageSize;
    const page = this.#pages.get(number);
    if (page === undefined || offset - begin + length > page.length) throw this.#missing(number, offset - begin + length);
    this.bytes = page;
    this.begin = begin;
    return offset - begin;
  }

  /** For a list that goes on behind the end of a page. */
  lacking(pageBegin: number, pageLength: number): MissingBytes {
    return this.#missing(Math.floor(pageBegin / this.#pageSize), pageLength * 2);
  }

  unterminated(offset: number): SymbolError {
    return new SymbolError({ reason: 'malformed', file: this.name, offset, expected: 'a text that a zero byte ends', found: 'none' });
  }

  get reachesEnd(): boolean {
    return this.begin + this.bytes.length >= this.size;
  }

  /** Reads a section that has one page. */
  *preload(): Reading<void> {
    if (this.#pageSize === this.size && !this.#pages.has(0)) yield* this.#load(0, 0, this.size);
  }

  /** Not within a step, which may need all pages. */
  trim(): void {
    if (this.#kept <= KEPT_BYTES || this.#pages.size <= 1) return;
    this.#pages.clear();
    this.bytes = new Uint8Array(0);
    this.begin = 0;
    this.#kept = 0;
  }

  #missing(number: number, length: number): MissingBytes {
    const begin = number * this.#pageSize;
    const wanted = Math.min(Math.ceil(length / this.#pageSize) * this.#pageSize, this.size - begin);
    if (wanted > LONGEST_PAGE_BYTES && this.#pageSize === PAGE_BYTES) {
      throw new SymbolError({ reason: 'malformed', file: this.name, offset: begin, expected: 'a list that ends', found: 'none' });
    }
    return new MissingBytes(() => this.#load(number, begin, wanted));
  }

  *#load(number: number, begin: number, length: number): Reading<void> {
    if (this.#source === undefined) return;
    const page = yield* this.#source.read(begin, length);
    this.#pages.set(number, page);
    // Else `locate` would search the shorter page again.
    if (this.begin === begin) this.bytes = page;
    this.#kept += page.length;
  }
}
