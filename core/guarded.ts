/**
 * Guards a callback for a socket, a stream, a timer or an event. Errors without a caller would end the program, or only reach the editor's
 * log.
 * @param run may return a promise; its rejection counts as thrown
 * @param onThrow shows the failure; must not throw
 */
export function guarded<Args extends readonly unknown[]>(
  run: (...args: Args) => unknown,
  onThrow: (error: unknown) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      const given = run(...args);
      if (isPromise(given)) given.then(undefined, onThrow);
    } catch (error) {
      onThrow(error);
    }
  };
}

/**
 * Starts work that nobody awaits.
 * @param onThrow as for `guarded`, with the reason of the rejection
 */
export function background(work: PromiseLike<unknown> | undefined, onThrow: (error: unknown) => void): void {
  work?.then(undefined, onThrow);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
