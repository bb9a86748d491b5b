import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AppProcess, AppRow, AppTarget } from '../device.ts';
import { notDebuggable, notInstalled } from '../errors.ts';
import { nearApps } from '../near-apps.ts';
import type { Phone, PhoneApp } from './adb/android-phone.ts';
import { appRows, parseAppId } from './android-apps.ts';
import { type DeviceProcess, isolatedOf, namesakesOf, parseProcesses, processesCommand, processesOf, uidOf } from './android-processes.ts';
import { builtApps } from './gradle-apps.ts';
import { type InstalledPackage, packagesCommand, parsePackages } from './installed-packages.ts';
import { ProcessOwners } from './process-owners.ts';

/** Installed and debuggable. */
export interface FoundApp extends PhoneApp {
  readonly abi: string | undefined;
  /** Its name for users; empty when unknown. */
  readonly version: string;
}

interface Running {
  readonly running: readonly AppProcess[];
  /** All of the device. */
  readonly processes: readonly DeviceProcess[];
  readonly user: number;
}

export class DeviceApps {
  readonly #phone: Phone;
  readonly #workspaceFolders: readonly string[];
  readonly #owners = new ProcessOwners();

  constructor(phone: Phone, workspaceFolders: readonly string[]) {
    this.#phone = phone;
    this.#workspaceFolders = workspaceFolders;
  }

  async rows(signal: AbortSignal): Promise<readonly AppRow[]> {
    const [packages, system, built] = await Promise.all([
      this.#phone.run(packagesCommand(), signal),
      this.#phone.run(`am get-current-user; date +%z; pm list users; echo; ${processesCommand}`, signal),
      builtApps(this.#workspaceFolders, signal),
    ]);
    const [currentUser = '0', zone = '', ...rest] = system.stdout.split('\n');
    const installed = parsePackages(packages.stdout);
    const processes = parseProcesses(rest.slice(rest.indexOf('')).join('\n'));
    const users = [...system.stdout.matchAll(/UserInfo\{(\d+):([^:}]*)/g)].map((each): [number, string] => [
      Number(each[1]),
      each[2] ?? '',
    ]);
    return appRows({
      packages: installed,
      processes,
      built,
      currentUser: Number(currentUser) || 0,
      users: new Map(users),
      zoneMinutes: zoneMinutes(zone),
      debugged: await this.#debugged(installed, processes, signal),
    });
  }

  /** @throws LaglensError when missing or not debuggable */
  async find(id: string, signal: AbortSignal): Promise<FoundApp> {
    const { name, user } = parseAppId(id);
    const { stdout } = await this.#phone.run(`am get-current-user; ${packagesCommand(name)}`, signal);
    const current = Number(stdout.split('\n')[0]) || 0;
    const found = parsePackages(stdout).find((each) => each.name === name);
    if (found === undefined) throw notInstalled.android(id, nearApps(name, await this.#installed(signal)));
    if (!found.users.includes(user ?? current)) throw notInstalled.androidUser(name, user ?? current, '');
    if (!found.isDebuggable) throw notDebuggable.androidPackage(id);
    return { name, user: user ?? current, abi: found.abi, version: found.versionName };
  }

  async #installed(signal: AbortSignal): Promise<readonly string[]> {
    const { stdout } = await this.#phone.run(packagesCommand(), signal);
    return parsePackages(stdout).map(({ name }) => name);
  }

  /** @throws LaglensError when none runs */
  async chosenProcess(target: AppTarget, signal: AbortSignal): Promise<AppProcess> {
    const {
      running: [found],
      processes,
      user,
    } = await this.#running(target, signal);
    if (found !== undefined) return found;
    const isolated = isolatedOf(parseAppId(target.app).name, user, processes);
    if (isolated.some((each) => each.name === target.process || each.pid === target.pid)) throw isIsolated(target);
    const which = target.process === undefined || target.process === target.app ? target.app : phrase`${target.process} of ${target.app}`;
    throw new LaglensError({
      code: 'app-not-running',
      message:
        target.pid === undefined
          ? phrase`${which} does not run on the device.`
          : phrase`${which} does not run on the device as process ${target.pid}.`,
      next: phrase`Start it on the device, or start the capture from the app’s launch.`,
      action: 'launchApp',
    });
  }

  /** Prefers the target's id or name, then the main process. */
  async runningProcess(target: AppTarget, signal: AbortSignal): Promise<AppProcess | undefined> {
    const [found] = await this.runningProcesses(target, signal);
    return found;
  }

  /** The likeliest first. */
  async runningProcesses(target: AppTarget, signal: AbortSignal): Promise<readonly AppProcess[]> {
    return (await this.#running(target, signal)).running;
  }

  async #running(target: AppTarget, signal: AbortSignal): Promise<Running> {
    const { name, user: given } = parseAppId(target.app);
    const { stdout } = await this.#phone.run(`am get-current-user; ${processesCommand}${this.#owners.command(target.app)}`, signal);
    const user = given ?? (Number(stdout.split('\n')[0]) || 0);
    const processes = parseProcesses(stdout);
    const owner = this.#owners.owner(target.app, stdout);
    const namesakes = namesakesOf(name, user, processes);
    const own = owner === undefined ? namesakes : processesOf(owner, processes);
    if (own.length === 0) this.#owners.doubt(target.app, namesakes.length > 0);
    const fitting = own
      .filter((each) => target.process === undefined || each.name === target.process)
      .filter((each) => target.pid === undefined || each.pid === target.pid);
    return { running: fitting.map(({ pid, name: own }) => ({ pid, name: own })), processes, user };
  }

  async #debugged(
    packages: readonly InstalledPackage[],
    processes: readonly DeviceProcess[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<number>> {
    const debuggable = new Set(
      packages.filter((each) => each.isDebuggable).flatMap((each) => each.users.map((user) => uidOf(each.appId, user))),
    );
    const pids = processes.filter((each) => debuggable.has(each.uid)).map((each) => each.pid);
    if (pids.length === 0) return new Set();
    const files = pids.map((pid) => `/proc/${pid}/status`).join(' ');
    const { stdout } = await this.#phone.run(`cat ${files} 2>/dev/null | grep -E '^(Pid|TracerPid):'`, signal);
    const traced = [...stdout.matchAll(/^Pid:\s*(\d+)\s+^TracerPid:\s*([1-9]\d*)/gm)];
    return new Set(traced.map((each) => Number(each[1])));
  }
}

/** `+0130` as minutes. */
function zoneMinutes(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(text.trim()) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function isIsolated({ app, process, pid }: AppTarget): LaglensError {
  const which = process ?? phrase`Process ${String(pid)}`;
  return new LaglensError({
    code: 'attach-unsupported',
    message: phrase`${which} of ${app} is an isolated process, and Android lets no agent into one.`,
    next: phrase`Capture another process of the app, or run the service without android:isolatedProcess in a debug build.`,
    action: 'pickApp',
  });
}
