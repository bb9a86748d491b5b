import { errors } from 'playwright-core';

const LONGEST_WAIT_MS = 20_000;

/**
 * Repeats an action that VS Code may miss while busy, until it has an effect. Each wait is twice as long, for slow computers.
 * @param attempt fails with Playwright's TimeoutError if there is no effect in the given time
 * @param before runs before each retry
 * @throws the last attempt's error at the time limit, and any other at once
 */
export async function retryAction<T>(
  attempt: (waitMs: number) => Promise<T>,
  { before, waitMs = 2_500, timeoutMs = 120_000 }: { before?: () => Promise<unknown>; waitMs?: number; timeoutMs?: number } = {},
): Promise<T> {
  const endMs = Date.now() + timeoutMs;
  for (let wait = waitMs; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await attempt(wait);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || Date.now() > endMs) throw error;
    }
    await before?.();
  }
}
