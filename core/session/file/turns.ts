/** Who else there is to let work: an editor's host has extensions, a command has a person at its Ctrl-C. */
export interface TurnDriver {
  /** Milliseconds of any clock that never goes back. */
  nowMs(): number;
  /** Resolves when all others had their turn. */
  turn(): Promise<void>;
}

/** How long one turn works, and its last step beyond. An editor draws a frame every 16 ms, and 10 ms is the most that others may have to wait. */
export const TURN_MS = 4;

/** Takes all steps at once, for work that nobody else waits for; gives what the last one returns. */
export function atOnce<Result>(steps: Iterator<unknown, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Work in short turns: after each step that ends a turn others may work, and a signal may end it all. */
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

  /** Lets others work when this turn lasted long enough. Rejects with the signal's reason. */
  async pause(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.#driver.nowMs() - this.#begunMs < this.#turnMs) return;
    await this.#driver.turn();
    this.#begunMs = this.#driver.nowMs();
    this.#signal?.throwIfAborted();
  }

  /** Takes all steps and gives what the last one returns. Rejects with the signal's reason, and with what a step throws. */
  async run<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.pause();
    }
  }
}
