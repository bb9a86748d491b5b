import { setTimeout as pause } from 'node:timers/promises';
import { processTerminal } from '../../cli/terminal.ts';
import { recordWithoutEditor } from '../demo/record-without-editor.ts';
import { type DemoTarget, startTarget } from '../demo/target.ts';

/** On a core, blocked, stopped by the collector, without a core; then a deadlock. */
const kinds = ['busy', 'lock', 'gc', 'cores', 'deadlock'] as const;
const BETWEEN_MS = 400;

/** Records a simulated phone's shop in each state of main, and in a deadlock. */
export async function recordStates(path: string, say: (line: string) => void): Promise<void> {
  const options = { device: 'phone', android: '14', obfuscated: false, seconds: 1, allLags: false, editor: false, json: false } as const;
  const target = await startTarget(options, () => undefined);
  try {
    const recorder = await recordWithoutEditor(target, path, { ...processTerminal(), say });
    for (const kind of kinds) {
      await pause(BETWEEN_MS);
      await target.app.lag(kind);
      await hasLagged(target, kind);
    }
    await pause(BETWEEN_MS);
    await recorder.stop();
    await recorder.close();
  } finally {
    await target.stop();
  }
}

/** By the app's own log, which has each lag at its end. */
async function hasLagged({ app }: DemoTarget, kind: string): Promise<void> {
  while (!(await app.truth()).some((lag) => lag.kind === kind)) await pause(50);
}
