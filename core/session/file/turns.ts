/** Lets others work: extensions of an editor's host, a command's Ctrl-C. */
export interface TurnDriver {
  /** Milliseconds of a monotonic clock. */
  nowMs(): number;
  /** Resolves after all others had a turn. */
  turn(): Promise<void>;
}

/** Length of a turn before its last step. Editors draw every 16 ms. */
export const TURN_MS = 4;

/** When no one else waits. */
export function atOnce<Result>(steps: Iterator<unknown, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Work in short turns; a signal ends it. */
export class Turns {
  readonly #driver: TurnDriver;
  readonly #signal: AbortSignal | undefined;
  readonly #turnMs: number;
  #begunMs: number;

  constructor(driver: TurnDriver, signal?: AbortSignal, turnMs = TURN_MS) {
    this.#driver = driver;
    this.#signal = signal;
    this.#turnMs = turnMs;
    this.#begunMs = driver.nowMs();
  }

  /** Rejects with the signal's reason. */
  async pause(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.#driver.nowMs() - this.#begunMs < this.#turnMs) return;
    await this.#driver.turn();
    this.#begunMs = this.#driver.nowMs();
    this.#signal?.throwIfAborted();
  }

  /** Rejects with the signal's reason or a step's error. */
  async run<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.pause();
    }
  }
}
