/**
 * Larger maps are split: V8 copies all entries into a table of twice the size in one long step. The bound varies up to twice this per map,
 * so that maps split at different times.
 */
const WHOLE = 4_096;
const PARTS = 64;
/** Parts whose oldest entries are returned together. */
const PARTS_AT_ONCE = 4;

/** A Map that splits when large, to keep insertions quick. Entries are ordered by part. */
export class SplitMap<K, V> {
  static #maps = 0;
  readonly #hash: (key: K) => number;
  readonly #most = WHOLE + ((SplitMap.#maps++ * 1_597) % WHOLE);
  readonly #whole = new Map<K, V>();
  #parts: readonly Map<K, V>[] = [];
  #size = 0;
  #nextPart = 0;

  /** @param hash of a key: integers with varied lowest bits */
  constructor(hash: (key: K) => number) {
    this.#hash = hash;
  }

  get size(): number {
    return this.#size;
  }

  has(key: K): boolean {
    return this.#partOf(key).has(key);
  }

  get(key: K): V | undefined {
    return this.#partOf(key).get(key);
  }

  set(key: K, value: V): void {
    const part = this.#partOf(key);
    const before = part.size;
    part.set(key, value);
    this.#size += part.size - before;
    if (this.#size > this.#most && this.#parts.length === 0) this.#split();
  }

  delete(key: K): boolean {
    const isGone = this.#partOf(key).delete(key);
    if (isGone) this.#size--;
    return isGone;
  }

  *[Symbol.iterator](): Generator<[K, V], void> {
    yield* this.#whole;
    for (const part of this.#parts) yield* part;
  }

  /** Some oldest keys, from other parts each time. */
  oldest(): readonly K[] {
    const keys: K[] = [];
    if (this.#parts.length === 0) addOldest(keys, this.#whole, 32);
    for (let left = PARTS; left > 0 && (keys.length === 0 || left > PARTS - PARTS_AT_ONCE); left--) {
      const part = this.#parts[this.#nextPart++ % PARTS];
      if (part !== undefined) addOldest(keys, part, 8);
    }
    return keys;
  }

  #partOf(key: K): Map<K, V> {
    return this.#parts[this.#hash(key) & (PARTS - 1)] ?? this.#whole;
  }

  #split(): void {
    this.#parts = Array.from({ length: PARTS }, () => new Map<K, V>());
    for (const [key, value] of this.#whole) this.#partOf(key).set(key, value);
    this.#whole.clear();
  }
}

/** Many at once, since V8 skips all deleted entries to find the first. */
function addOldest<K>(keys: K[], part: ReadonlyMap<K, unknown>, share: number): void {
  let left = Math.ceil(part.size / share);
  for (const key of part.keys()) {
    if (left-- === 0) return;
    keys.push(key);
  }
}
