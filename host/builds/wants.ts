/** What is still to be named, each once, and what was named already. */
export class Wants<T> {
  readonly #pending = new Map<string, T>();
  readonly #asked = new Map<string, T>();
  readonly #kept = new Set<string>();

  get size(): number {
    return this.#pending.size;
  }

  add(key: string, wanted: T): void {
    if (!this.#asked.has(key)) this.#pending.set(key, wanted);
  }

  /** Up to so many, which count as asked from now on. */
  take(most: number): readonly T[] {
    const taken: T[] = [];
    for (const [key, wanted] of this.#pending) {
      if (taken.length >= most) break;
      taken.push(wanted);
      this.#pending.delete(key);
      this.#asked.set(key, wanted);
    }
    return taken;
  }

  /** The session holds the name of this already. */
  keep(key: string): void {
    this.#kept.add(key);
  }

  /** What the session holds is right: it isn't asked for. Nor is that of which there is nothing to be known. */
  trustKept(isKnown: (wanted: T) => boolean = () => false): void {
    for (const [key, wanted] of this.#pending) {
      if (!this.#kept.has(key) && !isKnown(wanted)) continue;
      this.#pending.delete(key);
      this.#asked.set(key, wanted);
    }
  }

  /** Everything is to be asked again. */
  again(): void {
    for (const [key, wanted] of this.#asked) this.#pending.set(key, wanted);
    this.#asked.clear();
  }
}
