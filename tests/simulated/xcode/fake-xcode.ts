import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { writeDeveloperImages } from './developer-images.ts';
import { type KnownPhone, serveCoreDevice } from './devicectl/core-device-server.ts';
import { type Simulator, saveSimulator } from './simctl/simulators.ts';
import { type Faults, FOLDER_VARIABLE, type Identity, type LoggedCall, type Setup, Xcode } from './xcode.ts';
import { type InstalledApp, installApp, installedApps } from './xcrun-apps.ts';
import { endApp, type RunningApp, runningApps } from './xcrun-processes.ts';

export interface FakeXcodeOptions {
  readonly version?: XcodeVersion;
  /** devicectl omits fields that Xcode 27 has deprecated. */
  readonly omitsDeprecated?: boolean;
  readonly simulators?: readonly Simulator[];
  /** devicectl's phones: started on a usbmuxd by the test, or merely listed. */
  readonly iphones?: readonly KnownPhone[];
  readonly identities?: readonly Identity[];
  readonly loader?: readonly string[];
  /** Xcode's developer images: `16.4`, `15.2 (19C56)`. */
  readonly developerImages?: readonly string[];
}

/** An app may write while it ends. */
const RETRIES = 10;

const builds = { '15.4': '15F31d', '16.4': '16F6', '26.3': '17C529', '27.0': '27A266a' } as const;
export type XcodeVersion = keyof typeof builds;
const programs = ['xcrun', 'codesign', 'security', 'xcode-select', 'xcodebuild'] as const;
/** Runs fake apps: see stand-in-loader.ts. */
const standInLoader = [process.execPath, fileURLToPath(new URL('stand-in-loader.ts', import.meta.url))];

/** A Mac's developer tools in a folder: programs for PATH, simulators with apps, and the phones' service. */
export class FakeXcode {
  readonly folder: string;
  /** Lets a program find these tools. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #devices: readonly string[];
  readonly #coreDevice: Server;

  private constructor(folder: string, devices: readonly string[], coreDevice: Server) {
    this.folder = folder;
    this.#coreDevice = coreDevice;
    this.#devices = devices;
    this.environment = { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), [FOLDER_VARIABLE]: folder };
  }

  static async start(options: FakeXcodeOptions = {}): Promise<FakeXcode> {
    const {
      version = '16.4',
      simulators = [iphone15],
      iphones = [],
      identities = [],
      loader = standInLoader,
      developerImages,
      omitsDeprecated = false,
    } = options;
    const folder = await mkdtemp(join(tmpdir(), 'laglens-xcode-'));
    const applications = developerImages === undefined ? '/Applications' : join(folder, 'Applications');
    const developerFolder = join(applications, 'Xcode.app', 'Contents', 'Developer');
    await writeDeveloperImages(developerFolder, developerImages ?? []);
    const setup: Setup = { version, build: builds[version], developerFolder, loader, identities, omitsDeprecated };
    await writeFile(join(folder, 'setup.json'), JSON.stringify(setup));
    await mkdir(join(folder, 'bin'));
    // Real tools start in some hundredths of a second, these from their second call on.
    const cache = cacheDir('fake-xcode');
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    for (const name of programs) {
      const path = join(folder, 'bin', name);
      await writeFile(
        path,
        `#!/bin/sh\n${FOLDER_VARIABLE}='${folder}' NODE_COMPILE_CACHE='${cache}' exec '${process.execPath}' '${main}' ${name} "$@"\n`,
      );
      await chmod(path, 0o755);
    }
    const devices = simulators.map(({ udid }) => join(folder, 'Devices', udid));
    await mkdir(join(folder, 'Devices'));
    for (const device of devices) await mkdir(device);
    for (const simulator of simulators) await saveSimulator(new Xcode(folder), simulator);
    return new FakeXcode(folder, devices, await serveCoreDevice(folder, iphones, setup));
  }

  /** Path of its xcrun. */
  get xcrun(): string {
    return join(this.folder, 'bin', 'xcrun');
  }

  /** Replaces all faults; none by default. */
  async setFaults(faults: Faults = {}): Promise<void> {
    await writeFile(join(this.folder, 'faults.json'), JSON.stringify(faults));
  }

  /** Changes a simulator's state or name. */
  async setSimulator(simulator: Simulator): Promise<void> {
    await saveSimulator(new Xcode(this.folder), simulator);
  }

  /** Installs the `.app` folder on a simulator. */
  async install(udid: string, app: string, kind: InstalledApp['kind'] = 'User'): Promise<InstalledApp> {
    return await installApp(this.#device(udid), app, kind);
  }

  async installed(udid: string): Promise<readonly InstalledApp[]> {
    return await installedApps(this.#device(udid));
  }

  async running(udid: string): Promise<readonly RunningApp[]> {
    return await runningApps(this.#device(udid));
  }

  /** Output of a device's apps. */
  async appOutput(udid: string): Promise<string> {
    return await readFile(join(this.#device(udid), 'app-output.log'), 'utf8').catch(() => '');
  }

  /** The calls so far; concurrent ones have no order. */
  async calls(): Promise<readonly LoggedCall[]> {
    return await new Xcode(this.folder).calls();
  }

  async stop(): Promise<void> {
    this.#coreDevice.close();
    for (const device of this.#devices) for (const app of await runningApps(device)) await endApp(app);
    await rm(this.folder, { recursive: true, maxRetries: RETRIES });
  }

  #device(udid: string): string {
    const found = this.#devices.find((each) => each.endsWith(udid));
    if (found === undefined) throw new RangeError(`no device ${udid}`);
    return found;
  }
}

export const iphone15: Simulator = {
  udid: '8E0F7B2C-5D11-4C5A-9F0E-3B6A1C2D4E5F',
  name: 'iPhone 15',
  runtime: 'iOS-17-5',
  deviceType: 'iPhone-15',
  state: 'Booted',
};
