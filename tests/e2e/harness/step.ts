import type { TestContext } from 'node:test';

/** A part of a scenario as its own test. Its failure ends the scenario, as later parts build upon it. */
export async function step(scenario: TestContext, name: string, body: () => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  await scenario.test(name, async () => {
    try {
      await body();
    } catch (error) {
      failures.push(error);
      throw error;
    }
  });
  for (const failure of failures) throw failure;
}
