import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceArguments } from '../../cli/providers.ts';
import { gradle } from '../../host/builds/finders/gradle.ts';
import type { Finder } from '../../host/folders/finder.ts';
import { type DemoApp, startDemoApp, type Variant } from '../../tests/demo-app/start-demo-app.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { startPhone } from '../../tests/simulated/android/start-phone.ts';
import { startOnIphone, startOnSimulator } from './apple-target.ts';
import type { DemoOptions } from './options.ts';

/** The app of the demo, as far as the demo needs it. */
export interface LaggingApp {
  /** The folder with its sources, to be opened in VS Code. */
  readonly workspace: string;
  /** Resolves when it has ended by itself. */
  readonly ended: Promise<void>;
  /** Makes it lag. */
  lag(kind: string): Promise<void>;
  follow(schedule: 'all' | 'none'): Promise<void>;
  /** The lags so far, by the app's own clock. */
  truth(): Promise<TruthLag[]>;
}

/** The device of the demo, with the app on it. */
export interface DemoTarget {
  readonly app: LaggingApp;
  /** As `laglens devices` names it. */
  readonly deviceId: string;
  /** As its list of apps names it. */
  readonly appId: string;
  /** The process that runs; undefined when the capture starts the app. */
  readonly pid: number | undefined;
  /** What the command line would be told of the way to the device. */
  readonly arguments: DeviceArguments;
  /** What is different in the environment of those who look for it. */
  readonly environment: Readonly<Record<string, string>>;
  /** User settings for VS Code. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the button says that agrees to what the capture asks first; undefined when it asks nothing. */
  readonly agree?: string;
  /** Where the app's builds are found. */
  readonly builds: Finder;
  stop(): Promise<void>;
}

/** Starts what the demo runs on; the app draws its frames and does not lag yet. Apple's devices are asked to start it later. */
export async function startTarget({ device, android, obfuscated }: DemoOptions, log: (line: string) => void): Promise<DemoTarget> {
  const variant = obfuscated ? 'release' : 'debug';
  if (device === 'simulator') return startOnSimulator(log);
  if (device === 'iphone') return startOnIphone(log);
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
    return { ...androidTarget(app, app.mainClass), deviceId: 'jvm', stop };
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
      ...androidTarget(app, 'com.example.shop'),
      deviceId: phone.serial,
      arguments: { 'adb-server': phone.server.socket.replace(/^tcp:/, '127.0.0.1:') },
      environment: { ADB_SERVER_SOCKET: phone.server.socket.replace(/^tcp:(?!.*:)/, 'tcp:127.0.0.1:') },
      stop: () => phone.stop(),
    };
  } catch (error) {
    await phone.stop();
    throw error;
  }
}

function androidTarget(app: DemoApp, appId: string): Omit<DemoTarget, 'deviceId' | 'stop'> {
  return { app, appId, pid: app.pid, arguments: {}, environment: {}, settings: {}, builds: gradle(app.workspace) };
}
