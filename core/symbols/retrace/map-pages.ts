import type { FileKey, Reading } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';

/** Small enough for three classes, large enough for all. */
const PAGE_BYTES = 1 << 16;

interface Page {
  readonly bytes: Uint8Array;
  readonly users: string[];
}

interface PagedBytes {
  readonly begin: number;
  readonly end: number;
}

/** A pass over the whole map needs few requests. */
const PASS_BYTES = 1 << 20;

/** Reads a map in pages: requests for twenty thousand classes would be slow. */
export class MapPages {
  readonly #file: FileKey;
  readonly #keptBytes: number;
  readonly #onDropped: (user: string) => void;
  /** Ranges across a border are pages of their own. */
  readonly #pages = new Map<string, Page>();
  #usedBytes = 0;
  #pass: { readonly begin: number; readonly bytes: Uint8Array } = { begin: 0, bytes: new Uint8Array(0) };

  constructor(file: FileKey, keptBytes: number, onDropped: (user: string) => void) {
    this.#file = file;
    this.#keptBytes = keptBytes;
    this.#onDropped = onDropped;
  }

  /** A view, as `read`, for ranges in the map's order: nothing is kept but the last bytes. */
  *readOnce({ begin, end }: PagedBytes): Reading<Uint8Array> {
    if (begin < this.#pass.begin || end > this.#pass.begin + this.#pass.bytes.length) {
      const bytes: Uint8Array = yield { file: this.#file, offset: begin, length: Math.max(PASS_BYTES, end - begin) };
      this.#pass = { begin, bytes };
      if (begin + bytes.length < end) throw this.#changed(begin + bytes.length);
    }
    return this.#pass.bytes.subarray(begin - this.#pass.begin, end - this.#pass.begin);
  }

  /**
   * A view. Throws a SymbolError for a shortened file.
   * @param user is reported when the bytes are dropped
   */
  *read(range: PagedBytes, user: string): Reading<Uint8Array> {
    const { begin, end } = range;
    const first = begin - (begin % PAGE_BYTES);
    const isInside = end <= first + PAGE_BYTES;
    const offset = isInside ? first : begin;
    const key = isInside ? `${first}` : `${begin}-${end}`;
    const known = this.#pages.get(key);
    const page = known ?? { bytes: yield { file: this.#file, offset, length: isInside ? PAGE_BYTES : end - begin }, users: [] };
    if (offset + page.bytes.length < end) throw this.#changed(offset + page.bytes.length);
    page.users.push(user);
    this.#keep(key, page, known === undefined);
    return page.bytes.subarray(begin - offset, end - offset);
  }

  #keep(key: string, page: Page, isNew: boolean): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
    if (!isNew) return;
    this.#usedBytes += page.bytes.length;
    for (const [oldKey, { bytes, users }] of this.#pages) {
      if (this.#usedBytes <= this.#keptBytes || oldKey === key) return;
      this.#pages.delete(oldKey);
      this.#usedBytes -= bytes.length;
      for (const user of users) this.#onDropped(user);
    }
  }

  #changed(offset: number): SymbolError {
    const expected = 'the same map as at its opening';
    return new SymbolError({ reason: 'changed', file: this.#file, offset, expected, found: 'the end of the file' });
  }
}
