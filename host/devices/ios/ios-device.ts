import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AgentLink, AppProcess, AppRow, AppTarget, DeployOptions, Device, DeviceRow, InstalledCopy, Undo } from '../device.ts';
import { notDebuggable, notInstalled } from '../errors.ts';
import { nearApps } from '../near-apps.ts';
import { appRows, originOf } from './apps/ios-apps.ts';
import { ProcessTable, processesOf } from './apps/ios-process-table.ts';
import type { DeviceParts } from './link/device-parts.ts';
import { isDeviceFailure } from './protocol/device-failure.ts';
import { type InstalledApp, installedApps, lookUpApp } from './protocol/services/installation-proxy.ts';
import { deployByFirstFit } from './routes/choose-route.ts';
import { CopyRoute } from './routes/copy-route.ts';
import { coreDeviceInstaller } from './routes/core-device-installer.ts';
import { embeddedAgents } from './routes/embedded-agents.ts';
import { embeddedRoute } from './routes/embedded-route.ts';
import { legacyInstaller } from './routes/legacy-installer.ts';
import type { Route } from './routes/route.ts';
import { type BuiltApp, builtApps, type ProductPlaces } from './xcode/xcrun/built-apps.ts';

/** Slightly longer than Xcode's list of processes takes. */
const NEXT_PROCESS_POLL_MS = 800;

interface IosDeviceParts extends Omit<DeviceParts, 'processes'> {
  readonly places: ProductPlaces;
  /** They remember consent and copies on this device. */
  readonly routes: readonly Route[];
}

/** In the order of attempts. */
export function routesToDevice(): readonly Route[] {
  return [embeddedRoute, new CopyRoute(coreDeviceInstaller), new CopyRoute(legacyInstaller)];
}

export class IosDevice implements Device {
  readonly row: DeviceRow;
  readonly #parts: DeviceParts;
  readonly #places: ProductPlaces;
  readonly #routes: readonly Route[];

  constructor(row: DeviceRow, parts: IosDeviceParts) {
    const { facts, iphone, devicectl, xcodeTrouble } = parts;
    this.row = row;
    this.#parts = { ...parts, processes: new ProcessTable(facts, iphone, xcodeTrouble === undefined ? devicectl : undefined) };
    this.#places = parts.places;
    this.#routes = parts.routes;
  }

  async apps(signal: AbortSignal): Promise<readonly AppRow[]> {
    const [installed, running, built] = await Promise.all([
      this.#installed(signal),
      this.#parts.processes.running(signal),
      builtApps(this.#places, 'iphoneos', signal),
    ]);
    return appRows({ installed, running, built, canInstall: this.#parts.xcodeTrouble === undefined });
  }

  async nextProcess(target: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess> {
    for (;;) {
      const next = (await this.#processes(target, signal)).find(({ pid }) => pid !== notPid);
      if (next !== undefined) return next;
      await pause(NEXT_PROCESS_POLL_MS, undefined, { signal });
    }
  }

  async deploy(target: AppTarget, options: DeployOptions): Promise<AgentLink> {
    const { signal, progress } = options;
    progress(phrase`Looking at the app`);
    const [installed, built] = await Promise.all([this.#lookUp(target.app, signal), this.#built(target.app, signal)]);
    if (installed === undefined && built === undefined)
      throw notInstalled.ios(
        target.app,
        nearApps(
          target.app,
          (await this.apps(signal)).map(({ id }) => id),
        ),
      );
    if (installed !== undefined && !installed.isDebuggable && built === undefined)
      throw notDebuggable.ios(installed.bundleId, originOf(installed));
    return await deployByFirstFit(this.#routes, { device: this.#parts, target, options, installed, built });
  }

  async undoOf(copy: InstalledCopy, log: DeployOptions['log'], signal: AbortSignal): Promise<Undo | undefined> {
    const installed = await this.#lookUp(copy.app, signal);
    // An interrupted copy has most likely arrived; another path means a later install.
    const isThere = installed !== undefined && (copy.path === '' || copy.path === installed.path);
    if (!isThere) return undefined;
    return this.#routes.map((route) => route.undoOf?.(this.#parts, copy, log)).find((undo) => undo !== undefined);
  }

  async #built(app: string, signal: AbortSignal): Promise<BuiltApp | undefined> {
    return (await builtApps(this.#places, 'iphoneos', signal)).find(({ bundleId }) => bundleId === app);
  }

  async #processes(target: AppTarget, signal: AbortSignal): Promise<readonly AppProcess[]> {
    const { iphone, processes } = this.#parts;
    if (!(await iphone.isThere(signal))) return [];
    try {
      const [app, running] = await Promise.all([lookUpApp(iphone, target.app, signal), processes.running(signal)]);
      if (app === undefined) return [];
      if (running !== undefined) return processesOf(app, running);
      // Without a process list, listening agents count.
      const agents = await embeddedAgents(this.#parts, target.app, undefined, signal);
      const open = await Promise.all(agents.map(({ port }) => this.#isOpen(port, signal)));
      return agents.filter((_, n) => open[n] === true).map(({ pid }) => ({ pid, name: target.app }));
    } catch (error) {
      signal.throwIfAborted();
      if (isDeviceFailure(error)) return [];
      throw error;
    }
  }

  async #isOpen(port: number, signal: AbortSignal): Promise<boolean> {
    const stream = await this.#parts.iphone.port(port, signal);
    stream?.destroy();
    return stream !== undefined;
  }

  async #lookUp(app: string, signal: AbortSignal): Promise<InstalledApp | undefined> {
    return await this.#asking(signal, () => lookUpApp(this.#parts.iphone, app, signal));
  }

  async #installed(signal: AbortSignal): Promise<readonly InstalledApp[]> {
    return await this.#asking(signal, () => installedApps(this.#parts.iphone, signal));
  }

  async #asking<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!isDeviceFailure(error)) throw error;
      const isThere = await this.#parts.iphone.isThere(signal);
      throw new LaglensError({
        code: isThere ? 'device-unusable' : 'device-lost',
        message: isThere ? phrase`${this.row.name} does not tell its apps. ${error.message}` : phrase`${this.row.name} is gone.`,
        next: isThere ? phrase`Unlock it, unplug it and plug it in again.` : phrase`Connect it again.`,
        action: 'retry',
        cause: error,
      });
    }
  }
}
