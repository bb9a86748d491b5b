import { SplitMap } from '../../core/session/names/split-map.ts';
import { keyHash, type ShortKey } from './short-key.ts';
import { type BudgetShare, symbolicationCost } from './symbolication-budget.ts';

/** Lookups to be done, each once, and those already answered. */
export class LookupQueue<T> {
  readonly #budget: BudgetShare;
  #pending = new SplitMap<ShortKey, T>(keyHash);
  #asked = new SplitMap<ShortKey, T>(keyHash);
  readonly #kept = new SplitMap<ShortKey, true>(keyHash);

  constructor(budget: BudgetShare) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#pending.size;
  }

  add(key: ShortKey, wanted: T): void {
    if (this.#asked.has(key) || this.#pending.has(key)) return;
    this.#budget.hold(symbolicationCost.want);
    this.#pending.set(key, wanted);
  }

  /** Takes up to so many, which count as asked. */
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

  /** The session already has this name. */
  keep(key: ShortKey): void {
    if (this.#kept.has(key)) return;
    this.#budget.hold(symbolicationCost.want);
    this.#kept.set(key, true);
  }

  /** Skips names that the session already has, and known failures. In steps. */
  *skipStored(isKnown: (wanted: T) => boolean = () => false): Generator<void, void> {
    for (const [key, wanted] of this.#pending) {
      yield;
      if (!this.#kept.has(key) && !isKnown(wanted)) continue;
      this.#pending.delete(key);
      this.#asked.set(key, wanted);
    }
  }

  /** Repeats all lookups. */
  again(): void {
    const asked = this.#asked;
    // After most lookups few are pending.
    for (const [key, wanted] of this.#pending) asked.set(key, wanted);
    this.#asked = new SplitMap<ShortKey, T>(keyHash);
    this.#pending = asked;
  }

  /** Drops the oldest lookups and answers. */
  forgetOldest(): void {
    for (const entries of [this.#kept, this.#asked, this.#pending])
      for (const key of entries.oldest()) if (entries.delete(key)) this.#budget.free(symbolicationCost.want);
  }
}
