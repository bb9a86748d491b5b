import type { RecordedSymbolication } from './recorded-symbolication.ts';

/**
 * What looks for a session's names now. A page begins it, perhaps after somebody beside it wants to know of the names, and begins it anew
 * when it was hidden before it had the whole session.
 */
export class CurrentSymbolication {
  #names: RecordedSymbolication | undefined;
  #closing = new AbortController();
  readonly #waiting = new Set<() => void>();

  get names(): RecordedSymbolication | undefined {
    return this.#names;
  }

  begin(names: RecordedSymbolication): void {
    this.close();
    this.#names = names;
    this.#wake();
  }

  close(): void {
    this.#names?.close();
    this.#names = undefined;
    this.#closing.abort();
    this.#closing = new AbortController();
  }

  /** All that is found, whoever looks for it, until the signal says stop; what was found may come again. */
  async *parts(signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    while (!signal.aborted) {
      if (this.#names === undefined) await new Promise<void>((resolve) => this.#waiting.add(resolve));
      else yield* this.#names.parts(AbortSignal.any([signal, this.#closing.signal]));
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
