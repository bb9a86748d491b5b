import { errors } from 'playwright-core';

const LONGEST_WAIT_MS = 20_000;

/**
 * Does something that VS Code may miss while it is at something else, and looks for its effect; does it again when there is none. Each
 * time it waits twice as long for that: a slow computer is not asked again for what it is still at.
 * @param attempt fails with a TimeoutError of Playwright's when nothing came of it within the time that it is given
 * @param before what else is to be done before it is tried again
 * @throws the last attempt's error when the time is over, and any other one at once
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
