import type { TestContext } from 'node:test';

/** One part of a scenario as a test of its own. When it fails, so does the scenario: what builds upon it is not tried. */
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
