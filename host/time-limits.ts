import { LaglensError } from '../core/errors.ts';
import { guarded } from '../core/guarded.ts';
import { phrase } from '../core/text/phrase.ts';
import { Deferred } from './deferred.ts';

/** Keep-alive interval: a cut network ends a connection within half a minute. */
export const KEEP_ALIVE_MS = 10_000;

/**
 * Aborts with `TimeoutError` without keeping the program alive. Node 20 (VS Code 1.100) collects unreferenced timeouts
 * despite `AbortSignal.any` (nodejs/node pull request 57867).
 */
export function timeoutSignal(ms: number): AbortSignal {
  const signal = AbortSignal.timeout(ms);
  signal.addEventListener('abort', () => undefined, { once: true });
  return signal;
}

export interface Limit {
  readonly ms: number;
  /** As in “Asking the adb server for its version took longer than 10 s”. */
  readonly what: string;
  /** The person's next step. */
  readonly next: string;
}

/**
 * Aborts `ask` at the limit and drops a late answer.
 * @param letGo closes a late result
 * @throws LaglensError `no-answer` at the limit; errors of `ask`; the signal's reason
 */
export async function withLimit<T>(
  limit: Limit,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
  letGo: (late: T) => void = () => undefined,
): Promise<T> {
  signal.throwIfAborted();
  const over = new Deferred<never>();
  const patience = new AbortController();
  const giveUp = (reason: unknown): void => {
    over.reject(reason);
    patience.abort(reason);
  };
  const cancel = (): void => giveUp(signal.reason);
  const timer = setTimeout(
    guarded(() => giveUp(unanswered(limit)), giveUp),
    limit.ms,
  );
  signal.addEventListener('abort', cancel, { once: true });
  const answer = ask(patience.signal);
  try {
    return await Promise.race([answer, over.promise]);
  } catch (error) {
    if (patience.signal.aborted) answer.then(letGo, () => undefined);
    throw patience.signal.aborted ? patience.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

export function unanswered({ what, ms, next }: Limit): LaglensError {
  return new LaglensError({
    code: 'no-answer',
    message: phrase`${what} took longer than ${ms / 1000} s, and was given up.`,
    next,
    action: 'retry',
  });
}

/** The program or the way to it did not answer in time. */
export function isUnanswered(error: unknown): error is LaglensError & { readonly code: 'no-answer' } {
  return error instanceof LaglensError && error.code === 'no-answer';
}
