import type { ReadableName } from './demangler.ts';

/** Characters of keys and values in one generation: some 10 MB of memory. */
const GENERATION_CHARACTERS = 4_000_000;

/**
 * Names that were made readable lately. There are two generations: when the younger one is full, the older one is forgotten, so
 * that a name is kept while it is asked for now and then, and no list has to be kept in order.
 */
export class NameCache {
  #younger = new Map<string, ReadableName>();
  #older: ReadonlyMap<string, ReadableName> = new Map();
  #characters = 0;

  get(name: string): ReadableName | undefined {
    const known = this.#younger.get(name);
    if (known !== undefined) return known;
    const old = this.#older.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, readable: ReadableName): void {
    this.#characters += name.length + readable.full.length + readable.short.length;
    if (this.#characters > GENERATION_CHARACTERS) {
      this.#older = this.#younger;
      this.#younger = new Map();
      this.#characters = 0;
    }
    this.#younger.set(name, readable);
  }

  /** How many names are kept. */
  get size(): number {
    return this.#younger.size + this.#older.size;
  }
}
