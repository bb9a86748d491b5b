import { AssertionError } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = 50;

/**
 * Reads what is on the screen, or in a file, until it is as it should be, however long the machine takes for it.
 * @param check throws an assertion's error as long as it isn't
 * @returns what was read last
 * @throws AssertionError of the last reading when the time is over
 */
export async function eventually<T>(read: () => Promise<T>, check: (value: T) => void | Promise<void>, timeoutMs = 120_000): Promise<T> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    try {
      await check(value);
      return value;
    } catch (error) {
      if (!(error instanceof AssertionError) || Date.now() > endMs) throw error;
    }
    await pause(AGAIN_MS);
  }
}
