/**
 * Estimated bytes for lookups in all runs: 200,000 frames of 150,000 methods. Together with a model for costs in the
 * editor this respects an extension host's limit per file.
 */
const MOST_BYTES = 112 << 20;

/** Estimated bytes in V8's heap, without letters. */
export const symbolicationCost = { run: 10 << 10, method: 190, frame: 176, nodes: 9 << 10, image: 400, want: 64 } as const;

/** V8 takes two bytes per letter for texts beyond Latin-1. */
export function letterBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}

/** Limits the memory that symbolication takes for one session. */
export class SymbolicationBudget {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Something has to be dropped. */
  get isFull(): boolean {
    return this.#held > this.#most;
  }

  /** Estimated bytes. */
  get held(): number {
    return this.#held;
  }

  /** A part of the budget that can be freed as a whole. */
  share(): BudgetShare {
    return new BudgetShare(this.#most, (bytes) => {
      this.#held += bytes;
    });
  }
}

/** One run's part. */
export class BudgetShare {
  /** Limit of the whole budget, in estimated bytes. */
  readonly most: number;
  readonly #add: (bytes: number) => void;
  #held = 0;

  constructor(most: number, add: (bytes: number) => void) {
    this.most = most;
    this.#add = add;
  }

  hold(bytes: number): void {
    this.#held += bytes;
    this.#add(bytes);
  }

  free(bytes: number): void {
    this.hold(-bytes);
  }

  freeAll(): void {
    this.free(this.#held);
  }
}

/** The oldest keys, at least one. Many at once, as V8 steps over all deleted keys to find the first. */
export function oldestOf<K>(entries: { keys(): Iterator<K>; readonly size: number }): readonly K[] {
  const keys: K[] = [];
  const iterator = entries.keys();
  for (let left = Math.ceil(entries.size / 32); left > 0; left--) {
    const step = iterator.next();
    if (step.done === true) break;
    keys.push(step.value);
  }
  return keys;
}
