import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import type { DemoOptions } from '../../scripts/demo/options.ts';
import { recordWithoutEditor } from '../../scripts/demo/record-without-editor.ts';
import { type DemoTarget, startTarget } from '../../scripts/demo/target.ts';

export interface DemoRecording {
  readonly target: DemoTarget;
  /** The finished session file. */
  readonly path: string;
}

/**
 * Records the demo app during `during`, then passes the session to `judge`.
 * @param intervalUs sampling interval
 */
export async function recordDemo<T>(
  intervalUs: number,
  say: (line: string) => void,
  during: (target: DemoTarget) => Promise<void>,
  judge: (recording: DemoRecording) => Promise<T>,
  device: DemoOptions['device'] = 'jvm',
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-bench-'));
  const target = await startTarget({ device, android: '14', obfuscated: false }, () => undefined);
  try {
    const terminal = { out: say, say, environment: process.env, folder, signal: new AbortController().signal };
    const quiet = { ...terminal, say: () => undefined };
    const recorder = await recordWithoutEditor(target, join(folder, 'demo.laglens'), quiet, { ...defaultSampling, intervalUs });
    await during(target);
    const path = await recorder.stop();
    await recorder.close();
    return await judge({ target, path });
  } finally {
    await target.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The app lags on its schedule, and finishes its last lag. */
export async function lagFor(target: DemoTarget, seconds: number): Promise<void> {
  await target.app.follow('all');
  await pause(seconds * 1_000);
  await target.app.follow('none');
  await pause(1_500);
}
