import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { type PhonesWindow, phonesWindow } from './phones-window.ts';
import type { Prepared } from './shared-window.ts';

/** What tests share that capture the demo app on this computer; there are no phones. */
export interface ProgramWindow extends PhonesWindow {
  readonly demo: DemoApp;
}

export async function programWindow(): Promise<Prepared<ProgramWindow>> {
  const phones = await phonesWindow();
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-truth-'));
  const demo = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(scratch, 'truth') });
  const dispose = async (): Promise<void> => {
    await demo.stop();
    await phones.dispose();
    await rm(scratch, { recursive: true, force: true });
  };
  return { options: phones.options, given: { ...phones.given, demo }, dispose };
}
