import assert from 'node:assert/strict';

const TRIES = 5;

/**
 * Lets something be told until nothing about it is wrong, five times at most: a busy computer may keep the agent, a host or main from
 * running for as long as one of these stories takes. What is wrong each time is so by itself.
 * @param attempt gives what is wrong
 */
export async function retryUntilCorrect(attempt: () => Promise<readonly string[]>): Promise<void> {
  let wrong: readonly string[] = ['nothing was tried'];
  for (let tries = 0; tries < TRIES && wrong.length > 0; tries++) wrong = await attempt();
  assert.deepEqual(wrong, []);
}

/** The words for those of the facts that do not hold. */
export function unmetConditions(facts: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(facts).flatMap(([words, holds]) => (holds ? [] : [words]));
}
