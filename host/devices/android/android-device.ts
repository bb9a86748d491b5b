import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { timeoutSignal } from '../../time-limits.ts';
import type { AgentFiles } from '../agent-files.ts';
import { type AgentAbi, isAgentAbi } from '../agent-files.ts';
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
import { Phone, type PhoneApp, runAs } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import type { AdbServer } from './adb/server.ts';
import { AndroidLink } from './android-link.ts';
import { deviceSeconds } from './app-status.ts';
import { attachAgent, launchWithAgent } from './attach.ts';
import { copyAgent } from './copy-agent.ts';
import type { FoundApp } from './device-apps.ts';
import { DeviceApps } from './device-apps.ts';
import { launchedProcess } from './launched.ts';
import { type Launcher, launcherOf } from './launchers.ts';
import { waitForAndroidAgent, warnOfFrozen } from './wait-for-android-agent.ts';

const NEXT_PROCESS_POLL_MS = 400;
const DEVICE_GONE_POLL_MS = 1_000;
/** Main threads may be busy for long; the user can cancel. */
const ATTACH_TIMEOUT_MS = 30_000;

export interface AndroidDeviceSettings {
  readonly workspaceFolders?: readonly string[];
  readonly attachTimeoutMs?: number;
}

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
    progress(phrase`Looking at the app`);
    const asked = [this.#apps.find(target.app, signal), launch ? undefined : this.#apps.chosenProcess(target, signal)] as const;
    // A missing app is the better reason.
    await Promise.allSettled(asked);
    const [app, running] = [await asked[0], await asked[1]];
    // Questions come before changes.
    const launcherOptions = { ...askingOf(options), activity: target.activity, signal };
    const entry = running ?? (await launcherOf(this.#phone, app, launcherOptions));
    const [abi, sinceS] = await Promise.all([processAbi(this.#phone, app, running?.pid, signal), deviceSeconds(this.#phone, signal)]);
    const [library, hook] = await Promise.all([this.#files.library(abi), this.#files.hook()]);
    progress(phrase`Copying the agent`);
    const rand = randomName();
    const copied = await copyAgent(this.#phone, app, { library, hook, rand }, signal);
    try {
      const text = optionsText({ token, rand, hook: copied.hook, intervalUs, depth, allocations, ahead: launch });
      const agent = `${copied.library}=${text}`;
      progress('pid' in entry ? phrase`Attaching` : phrase`Starting the app`);
      const process = await this.#bringIn(app, target.app, entry, { agent, rand }, signal);
      const expected = { app: target.app, name: app.name, pid: process.pid, rand, sinceS, timeoutMs: this.#attachTimeoutMs };
      if ('pid' in entry) await warnOfFrozen(this.#phone, expected, progress, signal);
      const first = await waitForAndroidAgent(this.#phone, expected, progress, signal);
      return new AndroidLink({
        phone: this.#phone,
        process,
        version: app.version,
        launched: launch,
        expected,
        copied,
        first,
        log: options.log,
      });
    } catch (error) {
      await copied.remove(timeoutSignal(3_000)).catch((left: unknown) => options.log(`Files stay on the device: ${String(left)}`));
      throw error;
    }
  }

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

/** The program's bits select among the device's ABIs. A package's ABI may be translated and counts only before a launch. */
export async function processAbi(phone: Phone, app: FoundApp, pid: number | undefined, signal: AbortSignal): Promise<AgentAbi> {
  const link = pid === undefined ? 'true' : `${runAs(app, commandLine('readlink', `/proc/${pid}/exe`))} 2>/dev/null`;
  const lists = ['ro.product.cpu.abilist64', 'ro.product.cpu.abilist32'].map((name) => `getprop ${name}`).join('; ');
  const { stdout } = await phone.run(`echo "$(${link})"; ${lists}`, signal);
  const [program = '', list64 = '', list32 = ''] = stdout.split('\n').map((line) => line.trim());
  const [native64 = ''] = list64.split(',');
  const [native32 = ''] = list32.split(',');
  const has64 = program.endsWith('64') || (!program.endsWith('32') && (app.abi === undefined ? native64 !== '' : app.abi.includes('64')));
  const abi = has64 ? native64 : native32;
  if (isAgentAbi(abi)) return abi;
  throw new LaglensError({
    code: 'agent-abi',
    message: phrase`${app.name} runs in the ABI “${abi}”, for which Laglens has no agent.`,
    next: phrase`Install a 64-bit build of the app, or use an emulator image for x86_64 or arm64.`,
  });
}
