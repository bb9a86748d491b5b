import { isCancel } from '../../../core/errors.ts';

/** Shows an unawaited internal error, once per text, as a timer would repeat it. */
export class Unexpected {
  readonly #shown = new Set<string>();
  readonly #log: (error: unknown) => void;
  readonly #show: (error: unknown) => void;

  constructor(log: (error: unknown) => void, show: (error: unknown) => void) {
    this.#log = log;
    this.#show = show;
  }

  report(error: unknown): void {
    if (isCancel(error)) return;
    const text = String(error);
    if (this.#shown.has(text)) {
      this.#log(error);
      return;
    }
    if (this.#shown.size < MOST_TEXTS) this.#shown.add(text);
    this.#show(error);
  }
}

const MOST_TEXTS = 100;

let reporter: Unexpected | undefined;

export function reportUnexpected(by: Unexpected): void {
  reporter = by;
}

/** Receives errors of callbacks and of promises that nobody awaits. */
export function unexpected(error: unknown): void {
  reporter?.report(error);
}
