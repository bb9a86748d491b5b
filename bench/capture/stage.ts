import { join } from 'node:path';
import type { DemoOptions } from '../../scripts/demo/options.ts';
import { type DemoTarget, startTarget } from '../../scripts/demo/target.ts';
import { withVsCode } from '../../tests/e2e/harness/vscode.ts';
import { Workbench } from '../../tests/e2e/harness/workbench.ts';
import { AdbServer } from '../../tests/simulated/android/adb-server.ts';

export interface Place {
  readonly name: string;
  readonly device: DemoOptions['device'];
  readonly android?: DemoOptions['android'];
  /** In the device picker. */
  readonly row: string | RegExp;
  /** Seconds from the pick to the first sample drawn. */
  readonly goalS: number;
  /** The default of Laglens if absent. */
  readonly thresholdMs?: number;
}

export const places: readonly Place[] = [
  { name: 'a JVM of this computer', device: 'jvm', android: '14', row: 'This computer', goalS: 1 },
  { name: 'simulated phone (Android 14)', device: 'phone', android: '14', row: /Android 14/, goalS: 2 },
  { name: 'simulated phone on ART 11', device: 'phone', android: '11', row: /Android 11/, goalS: 2 },
];

/** Apple's devices, both simulated, with Apple's threshold of a hang. */
export const applePlaces: readonly Place[] = [
  { name: 'simulator (x86_64, native)', device: 'simulator', row: /iPhone 15/, goalS: 2.5, thresholdMs: 250 },
  { name: 'simulated iPhone (arm64 under qemu)', device: 'iphone', row: /iPhone/, goalS: 2.5, thresholdMs: 250 },
];

/** A real VS Code with the packaged extension, and the demo app. */
export interface Stage {
  readonly place: Place;
  readonly target: DemoTarget;
  readonly workbench: Workbench;
  readonly sessions: string;
}

/** Runs `body` with `in-page.js` in the window and all webviews. */
export async function withStage<T>(place: Place, say: (line: string) => void, body: (stage: Stage) => Promise<T>): Promise<T> {
  await using closing = new AsyncDisposableStack();
  const asked = { android: '14', ...place, seconds: undefined, allLags: false, obfuscated: false, editor: true, json: false } as const;
  const target = await startTarget(asked, () => undefined);
  closing.defer(() => target.stop());
  const env = { ...target.environment };
  if (place.device === 'iphone' || place.device === 'simulator') {
    // Without phones; otherwise the extension would start the user's server.
    const adb = await AdbServer.start();
    closing.defer(() => adb.stop());
    env.ADB_SERVER_SOCKET = `tcp:127.0.0.1:${adb.port}`;
  }
  const settings = { ...target.settings, ...(place.thresholdMs === undefined ? {} : { 'laglens.threshold': place.thresholdMs }) };
  let result: { readonly of: T } | undefined;
  await withVsCode({ workspace: target.app.workspace, settings, env, log: say }, async ({ workbench, server }) => {
    const { page } = workbench;
    await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
    const sessions = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    const opened = await Workbench.open(page, server.url);
    try {
      result = { of: await body({ place, target, workbench: opened, sessions }) };
    } catch (error) {
      const shown = await opened.shownTexts().catch(String);
      throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe window showed:\n${shown}`, { cause: error });
    }
  });
  if (result === undefined) throw new Error('VS Code ended before anything was measured.');
  return result.of;
}
