import type { FileKey, Reading } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';

/** Small enough for a map of which three classes are wanted, large enough that asking for all of them is not what takes the time. */
const PAGE_BYTES = 1 << 16;

interface Page {
  readonly bytes: Uint8Array;
  /** What was made of this page's bytes, by name. */
  readonly users: string[];
}

/** A part of the file. */
export interface PagedBytes {
  readonly begin: number;
  readonly end: number;
}

/**
 * Ranges of a map, read in pages, because a large one has twenty thousand classes and a question to the disk for each would take as long
 * as reading them. The pages used last are kept.
 */
export class MapPages {
  readonly #file: FileKey;
  readonly #keptBytes: number;
  readonly #onDropped: (user: string) => void;
  /** By where they begin: those of equal size; then single ranges that are in no such page. */
  readonly #pages = new Map<string, Page>();
  #usedBytes = 0;

  /** @param onDropped is told whose bytes are no longer kept */
  constructor(file: FileKey, keptBytes: number, onDropped: (user: string) => void) {
    this.#file = file;
    this.#keptBytes = keptBytes;
    this.#onDropped = onDropped;
  }

  /**
   * The range's bytes, a view; throws a SymbolError when the file has become shorter.
   * @param user who is told about when they are dropped; nobody, when absent
   */
  *read(range: PagedBytes, user: string | undefined): Reading<Uint8Array> {
    const { begin, end } = range;
    const first = begin - (begin % PAGE_BYTES);
    const isInside = end <= first + PAGE_BYTES;
    const offset = isInside ? first : begin;
    const key = isInside ? `${first}` : `${begin}-${end}`;
    const known = this.#pages.get(key);
    const page = known ?? { bytes: yield { file: this.#file, offset, length: isInside ? PAGE_BYTES : end - begin }, users: [] };
    if (offset + page.bytes.length < end) throw this.#changed(offset + page.bytes.length);
    if (user !== undefined) page.users.push(user);
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
