/**
 * Makes a callback safe to hand to a socket, a stream, a timer or an event. Nobody stands above those: what it throws would end the
 * program, or be logged by the editor while the work behind it seems to go on.
 * @param run may give a promise; its rejection counts as thrown
 * @param onThrow brings the work to a state that a person can see; must not throw itself
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
 * Lets a promise go that nobody awaits.
 * @param onThrow as for `guarded`, with the reason of the rejection
 */
export function background(work: PromiseLike<unknown> | undefined, onThrow: (error: unknown) => void): void {
  work?.then(undefined, onThrow);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
