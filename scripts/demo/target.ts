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
import type { DemoDeviceName } from './devices.ts';
import type { DemoOptions } from './options.ts';

/** The app of the demo. */
export interface LaggingApp {
  /** Folder of its sources, for VS Code. */
  readonly workspace: string;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<void>;
  /** Kinds of lags that its schedule plays. */
  readonly kinds: readonly string[];
  lag(kind: string): Promise<void>;
  follow(schedule: 'all' | 'none'): Promise<void>;
  /** The lags so far, by the app's own clock. */
  truth(): Promise<TruthLag[]>;
}

export interface DemoTarget {
  readonly app: LaggingApp;
  readonly deviceId: string;
  /** As its list of apps names it. */
  readonly appId: string;
  /** Undefined if the capture starts the app. */
  readonly pid: number | undefined;
  /** The command line's options for the device. */
  readonly arguments: DeviceArguments;
  /** Added environment of programs that search it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Label of the button that answers the capture's question; undefined without one. */
  readonly agree?: string;
  /** Finds the app's builds. */
  readonly builds: Finder;
  stop(): Promise<void>;
}

/**
 * Starts the demo's device; the app draws its frames without lags. Apple's devices start it later.
 * @param flags more options of the desktop JVM
 */
export async function startTarget(
  { device, android, runtime, obfuscated }: Pick<DemoOptions, 'device' | 'android' | 'runtime' | 'obfuscated'>,
  log: (line: string) => void,
  flags: readonly string[] = [],
): Promise<DemoTarget> {
  const variant = obfuscated ? 'release' : 'debug';
  return await starters[device]({ android, variant, log, flags, ...(runtime && { runtime }) });
}

interface Start {
  readonly android: DemoOptions['android'];
  readonly runtime?: 'art';
  readonly variant: Variant;
  readonly log: (line: string) => void;
  readonly flags: readonly string[];
}

const starters: Readonly<Record<DemoDeviceName, (start: Start) => Promise<DemoTarget>>> = {
  jvm: startOnDesktop,
  phone: startOnPhone,
  iphone: ({ log }) => startOnIphone(log),
  simulator: ({ log }) => startOnSimulator(log),
};

async function startOnDesktop({ variant, log, flags }: Start): Promise<DemoTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-'));
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const app = await startDemoApp({ android: '14', runtime: 'jvm', variant, truthFile: join(folder, 'truth.jsonl'), flags, log });
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

async function startOnPhone({ android, runtime, variant, log }: Start): Promise<DemoTarget> {
  const phone = await startPhone({ android, variant, log, ...(runtime && { runtime }) });
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
