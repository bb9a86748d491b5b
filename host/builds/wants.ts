import { namingCost, oldestOf, type RoomShare } from './naming-room.ts';
import type { ShortKey } from './short-key.ts';

/** What is still to be named, each once, and what was named already. */
export class Wants<T> {
  readonly #room: RoomShare;
  readonly #pending = new Map<ShortKey, T>();
  readonly #asked = new Map<ShortKey, T>();
  readonly #kept = new Set<ShortKey>();

  constructor(room: RoomShare) {
    this.#room = room;
  }

  get size(): number {
    return this.#pending.size;
  }

  add(key: ShortKey, wanted: T): void {
    if (this.#asked.has(key) || this.#pending.has(key)) return;
    this.#room.hold(costOf(key));
    this.#pending.set(key, wanted);
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
  keep(key: ShortKey): void {
    if (this.#kept.has(key)) return;
    this.#room.hold(costOf(key));
    this.#kept.add(key);
  }

  /** What the session holds is right: it isn't asked for. Nor is that of which there is nothing to be known. In steps. */
  *trustKept(isKnown: (wanted: T) => boolean = () => false): Generator<void, void> {
    for (const [key, wanted] of this.#pending) {
      yield;
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

  /** Makes room: what came first is neither named nor known to be. */
  forgetOldest(): void {
    for (const entries of [this.#kept, this.#asked, this.#pending]) for (const key of oldestOf(entries)) this.#forget(entries, key);
  }

  #forget(entries: { delete(key: ShortKey): boolean }, key: ShortKey): void {
    if (entries.delete(key)) this.#room.free(costOf(key));
  }
}

function costOf(key: ShortKey): number {
  return namingCost.want + 2 * key.length;
}
