import { setTimeout as pause } from 'node:timers/promises';
import { timeoutSignal } from '../../time-limits.ts';
import type { AgentFiles } from '../agent-files.ts';
import { optionsText, randomName } from '../agent-options.ts';
import {
  type AgentLink,
  type AppProcess,
  type AppRow,
  type AppTarget,
  askingOf,
  type DeployOptions,
  type Device,
  type DeviceRow,
} from '../device.ts';
import { Phone, type PhoneApp } from './adb/android-phone.ts';
import type { AdbServer } from './adb/server.ts';
import { AndroidLink } from './android-link.ts';
import { deviceSeconds } from './app-status.ts';
import { attachAgent, launchWithAgent } from './attach.ts';
import { copyAgent } from './copy-agent.ts';
import { DeviceApps } from './device-apps.ts';
import { launchedProcess } from './launched.ts';
import { type Launcher, launcherOf } from './launchers.ts';
import { processAbi } from './process-abi.ts';
import { waitForAndroidAgent, warnOfFrozen } from './wait-for-android-agent.ts';

const NEXT_PROCESS_POLL_MS = 400;
const DEVICE_GONE_POLL_MS = 1_000;
/** A main thread may be busy for long; the person sees that and can cancel. */
const ATTACH_TIMEOUT_MS = 30_000;

export interface AndroidDeviceSettings {
  /** Folders whose Gradle builds tell which apps are the workspace's own. */
  readonly workspaceFolders?: readonly string[];
  /** How long an app may take to load the agent. */
  readonly attachTimeoutMs?: number;
}

/** A phone or emulator. */
export class AndroidDevice implements Device {
  readonly row: DeviceRow;
  readonly #phone: Phone;
  readonly #apps: DeviceApps;
  readonly #files: AgentFiles;
  readonly #attachTimeoutMs: number;

  constructor(row: DeviceRow, server: AdbServer, files: AgentFiles, settings: AndroidDeviceSettings) {
    this.row = row;
    this.#phone = new Phone(server, row.id);
    this.#apps = new DeviceApps(this.#phone, settings.workspaceFolders ?? []);
    this.#files = files;
    this.#attachTimeoutMs = settings.attachTimeoutMs ?? ATTACH_TIMEOUT_MS;
  }

  apps(signal: AbortSignal): Promise<readonly AppRow[]> {
    return this.#apps.rows(signal);
  }

  async nextProcess(target: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess> {
    for (;;) {
      const found = await this.#processIfReachable(target, signal);
      if (found !== 'unreachable' && found !== undefined && found.pid !== notPid) return found;
      await pause(found === 'unreachable' ? DEVICE_GONE_POLL_MS : NEXT_PROCESS_POLL_MS, undefined, { signal });
    }
  }

  async deploy(target: AppTarget, options: DeployOptions): Promise<AgentLink> {
    const { signal, progress, launch, token, intervalUs, depth, allocations } = options;
    progress('Looking at the app');
    const asked = [this.#apps.find(target.app, signal), launch ? undefined : this.#apps.chosenProcess(target, signal)] as const;
    // An app that is not installed does not run either: the first reason is the one to tell.
    await Promise.allSettled(asked);
    const [app, running] = [await asked[0], await asked[1]];
    // Before anything is done on the device: it may be a question.
    const launcherOptions = { ...askingOf(options), activity: target.activity, signal };
    const entry = running ?? (await launcherOf(this.#phone, app, launcherOptions));
    const [abi, sinceS] = await Promise.all([processAbi(this.#phone, app, running?.pid, signal), deviceSeconds(this.#phone, signal)]);
    const [library, hook] = await Promise.all([this.#files.library(abi), this.#files.hook()]);
    progress('Copying the agent');
    const rand = randomName();
    const copied = await copyAgent(this.#phone, app, { library, hook, rand }, signal);
    try {
      const text = optionsText({ token, rand, hook: copied.hook, intervalUs, depth, allocations, ahead: launch });
      const agent = `${copied.library}=${text}`;
      progress('pid' in entry ? 'Attaching' : 'Starting the app');
      const process = await this.#bringIn(app, target.app, entry, { agent, rand }, signal);
      const expected = { app: target.app, name: app.name, pid: process.pid, rand, sinceS, timeoutMs: this.#attachTimeoutMs };
      if ('pid' in entry) await warnOfFrozen(this.#phone, expected, progress, signal);
      const first = await waitForAndroidAgent(this.#phone, expected, progress, signal);
      return new AndroidLink({ phone: this.#phone, process, launched: launch, expected, copied, first, log: options.log });
    } catch (error) {
      await copied.remove(timeoutSignal(3_000)).catch((left: unknown) => options.log(`Files stay on the device: ${String(left)}`));
      throw error;
    }
  }

  /** Attaches to a process, or starts an activity; gives the process that the agent is in. */
  async #bringIn(
    app: PhoneApp,
    id: string,
    entry: AppProcess | Launcher,
    { agent, rand }: { readonly agent: string; readonly rand: string },
    signal: AbortSignal,
  ): Promise<AppProcess> {
    if ('pid' in entry) {
      await attachAgent(this.#phone, app, entry.pid, agent, signal);
      return entry;
    }
    await launchWithAgent(this.#phone, app, entry, agent, signal);
    return launchedProcess(this.#phone, this.#apps, id, rand, signal);
  }

  async #processIfReachable(target: AppTarget, signal: AbortSignal): Promise<AppProcess | undefined | 'unreachable'> {
    try {
      return await this.#apps.runningProcess(target, signal);
    } catch (error) {
      if (await this.#phone.isOutOfReach(error, signal)) return 'unreachable';
      throw error;
    }
  }
}
