import { LaglensError } from '../core/errors.ts';
import { guarded } from '../core/guarded.ts';
import { Deferred } from './deferred.ts';

/** The system sends a sign of life on a TCP connection that was silent for so long: a cut network then ends it within half a minute. */
export const KEEP_ALIVE_MS = 10_000;

/**
 * Aborts with a `TimeoutError` after so long, and keeps no program alive. Under Node 20, which VS Code 1.100 runs, a timeout that nobody
 * listens to is collected though `AbortSignal.any` depends on it, and then never comes (nodejs/node pull request 57867).
 */
export function timeoutSignal(ms: number): AbortSignal {
  const signal = AbortSignal.timeout(ms);
  signal.addEventListener('abort', () => undefined, { once: true });
  return signal;
}

/** How long something may take that another program or a device has to answer. */
export interface Limit {
  readonly ms: number;
  /** The step, as it stands in “… took longer than 10 s”: “Asking the adb server for its version”. */
  readonly what: string;
  /** What the person can do when it does. */
  readonly next: string;
}

/**
 * Asks with a limit of time. The signal that `ask` gets aborts at the limit; an answer that comes all the same is let go.
 * @param letGo closes what came too late
 * @throws LaglensError `no-answer` at the limit; what `ask` throws; the signal's reason when that is aborted
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
    message: `${what} took longer than ${ms / 1000} s, and was given up.`,
    next,
    action: 'retry',
  });
}

/** True when an answer did not come in time. Whether it was the program or the way to it, nobody can tell. */
export function isUnanswered(error: unknown): error is LaglensError & { readonly code: 'no-answer' } {
  return error instanceof LaglensError && error.code === 'no-answer';
}
