import { SplitMap } from '../../core/session/names/split-map.ts';
import { keyHash, type ShortKey } from './short-key.ts';
import { type BudgetShare, symbolicationCost } from './symbolication-budget.ts';

/** What is still to be named, each once, and what was named already. */
export class LookupQueue<T> {
  readonly #room: BudgetShare;
  #pending = new SplitMap<ShortKey, T>(keyHash);
  #asked = new SplitMap<ShortKey, T>(keyHash);
  readonly #kept = new SplitMap<ShortKey, true>(keyHash);

  constructor(room: BudgetShare) {
    this.#room = room;
  }

  get size(): number {
    return this.#pending.size;
  }

  add(key: ShortKey, wanted: T): void {
    if (this.#asked.has(key) || this.#pending.has(key)) return;
    this.#room.hold(symbolicationCost.want);
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
    this.#room.hold(symbolicationCost.want);
    this.#kept.set(key, true);
  }

  /** What the session holds is right: it isn't asked for. Nor is that of which there is nothing to be known. In steps. */
  *skipStored(isKnown: (wanted: T) => boolean = () => false): Generator<void, void> {
    for (const [key, wanted] of this.#pending) {
      yield;
      if (!this.#kept.has(key) && !isKnown(wanted)) continue;
      this.#pending.delete(key);
      this.#asked.set(key, wanted);
    }
  }

  /** Everything is to be asked again. */
  again(): void {
    const asked = this.#asked;
    // What is pending is little, when nearly all was asked.
    for (const [key, wanted] of this.#pending) asked.set(key, wanted);
    this.#asked = new SplitMap<ShortKey, T>(keyHash);
    this.#pending = asked;
  }

  /** Makes room: what came first is neither named nor known to be. */
  forgetOldest(): void {
    for (const entries of [this.#kept, this.#asked, this.#pending])
      for (const key of entries.oldest()) if (entries.delete(key)) this.#room.free(symbolicationCost.want);
  }
}
