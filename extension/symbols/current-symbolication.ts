import type { RecordedSymbolication } from './recorded-symbolication.ts';

/** A session's symbolication. A page starts it, again if hidden too early; others may wait for it. */
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

  /** All names found by whichever symbolication, until aborted; some may repeat. */
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
