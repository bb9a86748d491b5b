import type { HeldTexts } from './held-texts.ts';
import { ownCopy } from './own-copy.ts';

/** Values by a file's texts, which a reader finds again. */
export class TextTable<Value> {
  readonly #values = new Map<string, Value>();
  readonly #held: HeldTexts;
  readonly #most: number;

  /** @param most entries */
  constructor(held: HeldTexts, most: number) {
    this.#held = held;
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  get(text: string): Value | undefined {
    return this.#values.get(text);
  }

  has(text: string): boolean {
    return this.#values.has(text);
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  /** False where there is no room. */
  set(text: string, value: Value): boolean {
    if (this.#values.has(text)) {
      this.#values.set(text, value);
      return true;
    }
    if (this.#values.size >= this.#most || !this.#held.takes(text.length)) return false;
    this.#values.set(ownCopy(text), value);
    return true;
  }

  delete(text: string): void {
    if (this.#values.delete(text)) this.#held.gives(text.length);
  }
}
