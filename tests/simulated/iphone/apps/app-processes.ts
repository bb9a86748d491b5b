import { posix } from 'node:path';
import type { Iphone } from '../simulated-iphone.ts';
import { executableOf, type InstalledApp, isDebuggable } from './installed-app.ts';
import type { LaunchApp, RunningApp } from './launch-app.ts';

interface LaunchOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  /** Ends a running process of the app; otherwise the launch returns that one. True by default. */
  readonly killExisting?: boolean;
  readonly suspended?: boolean;
}

/** The device refuses to start the app; numbers and words of its NSError. */
export class LaunchRefused extends Error {
  readonly domain: string;
  readonly code: number;

  constructor(domain: string, code: number, description: string) {
    super(description);
    this.domain = domain;
    this.code = code;
  }
}

export interface AppProcess extends RunningApp {
  readonly app: InstalledApp;
  readonly startedAt: Date;
}

/** A process that ended before its code ran. */
const NO_PID = 4_000_001;

/** Processes of apps, each one of this computer. */
export class Processes {
  readonly #iphone: Iphone;
  readonly #launch: LaunchApp;
  readonly #running = new Map<string, AppProcess>();

  constructor(iphone: Iphone, launch: LaunchApp) {
    this.#iphone = iphone;
    this.#launch = launch;
  }

  get any(): boolean {
    return this.#running.size > 0;
  }

  all(): readonly AppProcess[] {
    return [...this.#running.values()];
  }

  of(bundleId: string): AppProcess | undefined {
    return this.#running.get(bundleId);
  }

  /** Starts an app as by its icon, Xcode or process control. @throws LaunchRefused */
  async launch(bundleId: string, options: LaunchOptions = {}): Promise<AppProcess> {
    const { faults, files, log } = this.#iphone;
    const app = this.#mayStart(bundleId);
    const before = this.#running.get(bundleId);
    if (before && options.killExisting === false) return before;
    if (before) await end(before);

    const environment = Object.entries(options.environment ?? {})
      // AMFI keeps dyld's variables from apps other than development builds.
      .filter(([name]) => isDebuggable(app) || !name.startsWith('DYLD_'))
      .map(([name, value]) => [name, files.hostPaths(value)]);
    const who = posix.basename(executableOf(app));
    if (faults.signature === 'killed') return this.#killedByDyld(app, options);
    const started = await this.#launch({
      bundleId,
      folder: files.hostPath(app.folder),
      executable: files.hostPath(executableOf(app)),
      home: files.hostPath(app.container),
      environment: Object.fromEntries(environment),
      arguments: options.arguments ?? [],
      printed: (line) => log.write(`${who}[${this.#running.get(bundleId)?.pid ?? 0}]`, 'Notice', line),
    });
    if (options.suspended) started.kill('SIGSTOP');
    const running: AppProcess = {
      app,
      startedAt: new Date(),
      pid: started.pid,
      ended: started.ended,
      kill: (signal) => started.kill(signal),
    };
    this.#running.set(bundleId, running);
    log.write('SpringBoard[58]', 'Notice', `${bundleId}: process ${running.pid} started`);
    void started.ended.then((how) => {
      if (this.#running.get(bundleId) === running) this.#running.delete(bundleId);
      log.write('SpringBoard[58]', 'Notice', `${bundleId}: process ${running.pid} ended with ${how}`);
    });
    return running;
  }

  /** @returns whether an app's process has that number */
  async kill(pid: number): Promise<boolean> {
    const running = this.all().find((one) => one.pid === pid);
    if (running) await end(running);
    return running !== undefined;
  }

  /** @returns whether an app's process has that number */
  resume(pid: number): boolean {
    const running = this.all().find((one) => one.pid === pid);
    running?.kill('SIGCONT');
    return running !== undefined;
  }

  /** Ends the app's process, if any. */
  async endOf(bundleId: string): Promise<void> {
    const running = this.#running.get(bundleId);
    if (running) await end(running);
  }

  async endAll(): Promise<void> {
    await Promise.all(this.all().map(end));
  }

  #mayStart(bundleId: string): InstalledApp {
    const { apps, locked, faults } = this.#iphone;
    const app = apps.app(bundleId);
    if (!app) {
      throw new LaunchRefused('FBSOpenApplicationServiceErrorDomain', 4, `Application info provider returned nil for "${bundleId}"`);
    }
    if (locked) {
      const why = 'because the device was not, or could not be, unlocked';
      throw new LaunchRefused('FBSOpenApplicationErrorDomain', 7, `Unable to launch ${bundleId} ${why}.`);
    }
    if (faults.signature === 'refused') {
      const why = 'it has an invalid code signature, inadequate entitlements or its profile has not been explicitly trusted by the user';
      throw new LaunchRefused('FBSOpenApplicationErrorDomain', 3, `Unable to launch ${bundleId} because ${why}.`);
    }
    return app;
  }

  /** The launch succeeds, but dyld ends the process before the app's code runs. */
  #killedByDyld(app: InstalledApp, options: LaunchOptions): AppProcess {
    const library = options.environment?.DYLD_INSERT_LIBRARIES ?? '@rpath/liblaglens.dylib';
    const who = `${posix.basename(executableOf(app))}[${NO_PID}]`;
    this.#iphone.log.write(who, 'Error', `dyld[${NO_PID}]: Library not loaded: ${library}`);
    this.#iphone.log.write(who, 'Error', `  Reason: tried: '${library}' (code signature invalid (errno=1) sliceOffset=0x00000000)`);
    return { app, startedAt: new Date(), pid: NO_PID, ended: Promise.resolve('SIGABRT'), kill: () => {} };
  }
}

async function end(running: AppProcess): Promise<void> {
  running.kill('SIGKILL');
  await running.ended;
}
