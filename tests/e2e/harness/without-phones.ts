import type { TestContext } from 'node:test';
import { AdbServer } from '../../simulated/android/adb-server.ts';

/** Settings for VS Code that lead to an adb server of this test, which has no phones; without them the extension starts the user's. */
export async function withoutPhones(test: TestContext): Promise<Readonly<Record<string, unknown>>> {
  const adb = await AdbServer.start();
  test.after(() => adb.stop());
  return { 'laglens.adbServer': `127.0.0.1:${adb.port}` };
}
