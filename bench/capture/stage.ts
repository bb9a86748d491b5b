import { join } from 'node:path';
import type { DemoOptions } from '../../scripts/demo/options.ts';
import { type DemoTarget, startTarget } from '../../scripts/demo/target.ts';
import { withVsCode } from '../../tests/e2e/harness/vscode.ts';
import { Workbench } from '../../tests/e2e/harness/workbench.ts';

/** Where the app runs. */
export interface Place {
  readonly name: string;
  readonly device: DemoOptions['device'];
  readonly android: DemoOptions['android'];
  /** Its row in the picker of devices. */
  readonly row: string | RegExp;
  /** Seconds from the pick to the first sample drawn. */
  readonly goalS: number;
}

export const places: readonly Place[] = [
  { name: 'a JVM of this computer', device: 'jvm', android: '14', row: 'This computer', goalS: 1 },
  { name: 'simulated phone (Android 14)', device: 'phone', android: '14', row: /Android 14/, goalS: 2 },
  { name: 'simulated phone on ART 11', device: 'phone', android: '11', row: /Android 11/, goalS: 2 },
];

/** A real VS Code with the packaged extension, and the demo app that it is to capture. */
export interface Stage {
  readonly place: Place;
  readonly target: DemoTarget;
  readonly workbench: Workbench;
}

/** Runs `body` with `in-page.js` in the window and all webviews; clears everything away afterwards. */
export async function withStage<T>(place: Place, say: (line: string) => void, body: (stage: Stage) => Promise<T>): Promise<T> {
  const target = await startTarget({ ...place, seconds: undefined, obfuscated: false, editor: true, json: false }, () => undefined);
  try {
    const { settings, environment: env } = target;
    let result: { readonly of: T } | undefined;
    await withVsCode({ workspace: target.app.workspace, settings, env, log: say }, async ({ workbench, server }) => {
      const { page } = workbench;
      await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
      result = { of: await body({ place, target, workbench: await Workbench.open(page, server.url) }) };
    });
    if (result === undefined) throw new Error('VS Code ended before anything was measured.');
    return result.of;
  } finally {
    await target.stop();
  }
}
