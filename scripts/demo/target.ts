import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoApp, startDemoApp, type Variant } from '../../tests/demo-app/launch.ts';
import { startPhone } from '../../tests/devices/android-phone/start-phone.ts';
import type { DemoOptions } from './options.ts';

/** The device of the demo, with the app running on it. */
export interface DemoTarget {
  readonly app: DemoApp;
  /** As `laglens devices` names it. */
  readonly deviceId: string;
  /** As its list of apps names it. */
  readonly appId: string;
  /** `host:port` of the adb server behind which the phone is; undefined for the desktop JVM. */
  readonly adbServer: string | undefined;
  stop(): Promise<void>;
}

/** Starts the app, on a phone when one is asked for. It draws its frames and does not lag yet. */
export async function startTarget({ device, android, obfuscated }: DemoOptions, log: (line: string) => void): Promise<DemoTarget> {
  const variant = obfuscated ? 'release' : 'debug';
  return device === 'jvm' ? startOnDesktop(variant, log) : startOnPhone(android, variant, log);
}

async function startOnDesktop(variant: Variant, log: (line: string) => void): Promise<DemoTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-'));
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const app = await startDemoApp({ android: '14', runtime: 'jvm', variant, truthFile: join(folder, 'truth.jsonl'), log });
    const stop = async (): Promise<void> => {
      await app.stop();
      await forget();
    };
    return { app, deviceId: 'jvm', appId: app.mainClass, adbServer: undefined, stop };
  } catch (error) {
    await forget();
    throw error;
  }
}

async function startOnPhone(android: DemoOptions['android'], variant: Variant, log: (line: string) => void): Promise<DemoTarget> {
  const phone = await startPhone({ android, variant, log });
  try {
    const app = await phone.launchApp();
    return {
      app,
      deviceId: phone.serial,
      appId: 'com.example.shop',
      adbServer: phone.server.socket.replace(/^tcp:/, '127.0.0.1:'),
      stop: () => phone.stop(),
    };
  } catch (error) {
    await phone.stop();
    throw error;
  }
}
