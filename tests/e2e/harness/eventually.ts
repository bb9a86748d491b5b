import { AssertionError } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = 50;

/**
 * Reads repeatedly until the check passes.
 * @param check throws an assertion's error until then
 * @returns the last reading
 * @throws AssertionError of the last reading at the time limit
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
