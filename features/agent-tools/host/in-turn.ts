/** Runs asynchronous work one after the other: each holds memory or a device. An aborted call that waits does nothing. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Rejects with the signal's reason, or the work's error. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const ended = this.#last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.#last = ended.catch(() => undefined);
    return ended;
  }
}
