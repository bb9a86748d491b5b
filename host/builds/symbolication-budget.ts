/**
 * Bytes of memory that the wants of all runs of a session may take together, by the estimates below: enough for 200,000 frames of 150,000
 * methods. With the model of a source editor's costs it stays below what one file may cost an extension host.
 */
const MOST_BYTES = 112 << 20;

/** Estimated bytes in V8's heap, beside the letters of texts. */
export const symbolicationCost = { run: 10 << 10, method: 190, frame: 176, nodes: 9 << 10, image: 400, want: 64 } as const;

/** Bytes of the letters of a text: V8 takes two for each where one of them is beyond Latin-1. */
export function letterBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}

/** Counts what the runs of one session hold to have it named, so that no session fills the memory. */
export class SymbolicationBudget {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Something has to be forgotten. */
  get isFull(): boolean {
    return this.#held > this.#most;
  }

  /** Estimated bytes. */
  get held(): number {
    return this.#held;
  }

  /** A part of the room, which can be given back as a whole. */
  share(): BudgetShare {
    return new BudgetShare(this.#most, (bytes) => {
      this.#held += bytes;
    });
  }
}

/** What one run holds. */
export class BudgetShare {
  /** Of the whole room, in estimated bytes. */
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

/**
 * The keys that came first, some milliseconds' worth; at least one. Many at once, as V8 passes over all that are gone to find the first one left.
 */
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
