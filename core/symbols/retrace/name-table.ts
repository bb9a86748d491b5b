import { int32At } from '../../columns/at.ts';
import { byteLetters, equalBytes, hashOfBytes, hashOfLetters, startsWithLetters, textOfBytes } from './name-bytes.ts';

/** Bytes of many names in a row; few of half a million are decoded. */
export class NamePool {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array, begin: number, end: number): number {
    const offset = this.#length;
    this.#length += end - begin;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(begin, end), offset);
    return offset;
  }

  hash(begin: number, end: number): number {
    return hashOfBytes(this.#bytes, begin, end);
  }

  startsWith(begin: number, letters: string): boolean {
    return startsWithLetters(this.#bytes, begin, letters);
  }

  same(a: number, b: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (this.#bytes[a + i] !== this.#bytes[b + i]) return false;
    return true;
  }

  equals(begin: number, bytes: Uint8Array, at: number, length: number): boolean {
    return equalBytes(this.#bytes, begin, bytes, at, length);
  }

  text(begin: number, end: number): string {
    return textOfBytes(this.#bytes, begin, end);
  }
}

interface Entry<T> {
  readonly hash: number;
  readonly begin: number;
  readonly length: number;
  value: T;
}

export class NameTable<T> {
  readonly #pool: NamePool;
  readonly #entries: Entry<T>[] = [];
  /** An entry's index plus 1, or 0; at least half are free. */
  #slots = new Int32Array(1 << 10);

  constructor(pool: NamePool) {
    this.#pool = pool;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** @param begin of the name in the pool; a later value replaces the former */
  set(begin: number, end: number, value: T): void {
    const hash = this.#pool.hash(begin, end);
    const length = end - begin;
    const slot = this.#slotOf(hash, length, (entry) => this.#pool.same(entry.begin, begin, length));
    const known = this.#at(slot);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    this.#slots[slot] = this.#entries.push({ hash, begin, length, value });
    if (this.#entries.length * 2 > this.#slots.length) this.#grow();
  }

  get(name: string): T | undefined {
    const letters = byteLetters(name);
    return this.#at(this.#slotOf(hashOfLetters(letters), letters.length, (entry) => this.#pool.startsWith(entry.begin, letters)))?.value;
  }

  /** A name's row, in the order of their first `set`; -1 for an unknown name. */
  rowOf(bytes: Uint8Array, begin: number, end: number): number {
    const length = end - begin;
    const slot = this.#slotOf(hashOfBytes(bytes, begin, end), length, (entry) => this.#pool.equals(entry.begin, bytes, begin, length));
    return int32At(this.#slots, slot) - 1;
  }

  inRow(row: number): T | undefined {
    return this.#entries[row]?.value;
  }

  #at(slot: number): Entry<T> | undefined {
    return this.#entries[int32At(this.#slots, slot) - 1];
  }

  #slotOf(hash: number, length: number, isSame: (entry: Entry<T>) => boolean): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#at(slot);
      if (entry === undefined || (entry.hash === hash && entry.length === length && isSame(entry))) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (const [i, { hash }] of this.#entries.entries()) this.#slots[this.#slotOf(hash, -1, () => false)] = i + 1;
  }
}
