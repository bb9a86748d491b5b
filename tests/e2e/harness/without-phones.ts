import type { TestContext } from 'node:test';
import { AdbServer } from '../../simulated/android/adb-server.ts';

/** Settings for an adb server without phones; otherwise the extension starts the user's. */
export async function withoutPhones(test: TestContext): Promise<Readonly<Record<string, unknown>>> {
  const adb = await AdbServer.start();
  test.after(() => adb.stop());
  return { 'laglens.adbServer': `127.0.0.1:${adb.port}` };
}
