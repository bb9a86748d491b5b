import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 120_000;

/**
 * Polls until the predicate holds.
 * @param what for the error, as in "the agent's socket"
 * @throws Error after two minutes, which no busy computer needs
 */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`waited ${TIMEOUT_MS / 1000} s in vain for ${what}`);
    await delay(20);
  }
}
