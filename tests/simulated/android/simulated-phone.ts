import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdbServer } from './adb-server.ts';
import { servicesOf } from './adbd/adbd-services.ts';
import { AdbdListener } from './adbd/listener.ts';
import type { Faults } from './android-faults.ts';
import type { Personality } from './personality/personality.ts';
import { plainPersonality, releaseOfPersonality } from './personality/phone-facts.ts';
import type { Abi, AndroidVersion } from './system/android-release.ts';
import { DEMO_PACKAGE } from './system/package-table.ts';
import { PhoneSystem } from './system/phone-system.ts';
import type { LaunchApp, RunningApp } from './system/running-app.ts';
import { until } from './until.ts';

export interface PhoneOptions<App extends RunningApp> {
  readonly android: AndroidVersion;
  /** By default Android's own of that release. */
  readonly personality?: Personality;
  readonly launch: LaunchApp<App>;
  readonly faults?: Faults;
  /** The claimed processor; the process is this computer's. */
  readonly abi?: Abi;
  /** An adb server to use and leave running; by default the phone's own. */
  readonly server?: AdbServer;
}

/** A simulated phone behind the real adb server. */
export class Phone<App extends RunningApp> {
  readonly server: AdbServer;
  readonly system: PhoneSystem<App>;
  readonly faults: Faults;
  readonly #listener: AdbdListener;
  readonly #root: string;
  readonly #ownServer: boolean;
  readonly #lastly: (() => Promise<void>)[] = [];

  constructor(server: AdbServer, ownServer: boolean, system: PhoneSystem<App>, faults: Faults, listener: AdbdListener, root: string) {
    this.server = server;
    this.#ownServer = ownServer;
    this.system = system;
    this.faults = faults;
    this.#listener = listener;
    this.#root = root;
  }

  /** As `adb devices` names it: `127.0.0.1:PORT`. */
  get serial(): string {
    return `127.0.0.1:${this.#listener.port}`;
  }

  get installedApps(): readonly string[] {
    return [...this.system.packages.keys()];
  }

  /** Runs `adb -s SERIAL …`. */
  adb(...args: readonly string[]) {
    return this.server.adb(['-s', this.serial, ...args]);
  }

  /** Starts the demo app as by its icon; resolves when its main looper runs. */
  launchApp(): Promise<App> {
    return this.system.startDemo();
  }

  /** The demo app's process, if it runs. */
  app(): App | undefined {
    return this.system.runningDemo;
  }

  /** A new build of the demo app: its process ends, its code cache is emptied. */
  reinstall(): Promise<void> {
    return this.system.reinstall(DEMO_PACKAGE);
  }

  /**
   * Unplugs the cable: every stream breaks, and the device leaves adb's list, as on USB. adb answers before it has dropped the device, and
   * a new connection in between would be lost. A device being reconnected is dropped 10 s later, unless adb is asked again (AOSP
   * transport.cpp, ReconnectHandler::Run).
   */
  async unplug(): Promise<void> {
    await this.#listener.close();
    await until('adb to let the phone go', async () => {
      await this.server.adb(['disconnect', this.serial]);
      return (await this.#listedState()) === undefined;
    });
  }

  /** Puts the cable in. */
  async plug(): Promise<void> {
    await this.#listener.listen();
    await this.connect();
  }

  /** `adb connect`; silent and distrusting phones also get into adb's list. */
  async connect(): Promise<void> {
    const { connection } = this.faults;
    if (connection === undefined) {
      await until('adb to connect to the phone', async () => {
        await this.server.adb(['connect', this.serial]);
        return (await this.#listedState()) === 'device';
      });
      return;
    }
    // adb would wait for 10 s; its server continues alone.
    const waiting = new AbortController();
    const asked = this.server.adb(['connect', this.serial], '', waiting.signal);
    await until('adb to list the phone', async () => (await this.#listedState()) === connection);
    waiting.abort();
    await asked;
  }

  /** As in `adb devices`: `device`, `offline`, …; undefined if unlisted. */
  async #listedState(): Promise<string | undefined> {
    const { stdout } = await this.server.adb(['devices']);
    return new RegExp(`^${this.serial}\\s+(\\S+)`, 'm').exec(stdout)?.[1];
  }

  /** Ends the app, the link and the phone's own adb server. */
  async stop(): Promise<void> {
    await this.system.stop();
    await this.#listener.close();
    if (this.#ownServer) await this.server.stop();
    else await this.server.adb(['disconnect', this.serial]);
    await rm(this.#root, { recursive: true, force: true });
    for (const work of this.#lastly) await work();
  }

  /** Runs after the phone's stop. */
  onStop(work: () => Promise<void>): void {
    this.#lastly.push(work);
  }
}

/** Starts a phone and connects it to its own adb server, or a given one. */
export async function connectPhone<App extends RunningApp>(options: PhoneOptions<App>): Promise<Phone<App>> {
  const personality = options.personality ?? plainPersonality(options.android);
  const faults: Faults = { ...personality.faults, ...options.faults };
  const root = await mkdtemp(join(tmpdir(), 'laglens-phone-'));
  const system = new PhoneSystem(
    personality,
    options.abi ?? 'x86_64',
    `SIM${options.android.padStart(2, '0')}0001`,
    faults,
    root,
    options.launch,
  );
  const { version, maxPayload, ...transport } = releaseOfPersonality(personality).transport;
  const features = personality.adbFeatures ?? transport.features;
  const model = system.properties.get('ro.product.model')?.replaceAll(' ', '_');
  const device = system.properties.get('ro.product.device');
  const banner = `device::ro.product.name=${device};ro.product.model=${model};ro.product.device=${device};features=${features.join(',')}`;
  const listener = new AdbdListener({ banner, version, maxPayload }, faults, servicesOf(system));
  await listener.listen();
  try {
    const server = options.server ?? (await AdbServer.start());
    const phone = new Phone(server, options.server === undefined, system, faults, listener, root);
    await phone.connect();
    return phone;
  } catch (error) {
    await listener.close();
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}
