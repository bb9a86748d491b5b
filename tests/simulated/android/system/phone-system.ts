import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults } from '../android-faults.ts';
import type { Apk } from '../apk/read-apk.ts';
import type { Personality, PhoneUser } from '../personality/personality.ts';
import { propertiesOfPersonality, releaseOfPersonality } from '../personality/phone-facts.ts';
import { ROOT } from './actor.ts';
import { attachAgent, refusalOfLinker, withHostPaths } from './agent-attach.ts';
import type { Abi, Release } from './android-release.ts';
import { type Ending, ExitRecords, endings } from './exit-records.ts';
import { writeNoise } from './log-noise.ts';
import {
  codePath,
  DEMO_PACKAGE,
  dataFolder,
  type InstalledApp,
  installedApps,
  installedFrom,
  launcherOf,
  realPackages,
  SAMPLE_PACKAGE,
  uidOf,
  WORK_PROFILE,
} from './package-table.ts';
import { PhoneFiles } from './phone-files.ts';
import { PhoneLog } from './phone-log.ts';
import { appProcesses, BESIDE_PID, OWNERS_PID, type PhoneProcess, REMOTE_PID, systemProcesses } from './phone-process-table.ts';
import { procFile } from './proc-files.ts';
import type { LaunchApp, RunningApp } from './running-app.ts';

/** The phone behind adbd: facts, files, packages, processes and log, and the apps that really run. */
export class PhoneSystem<App extends RunningApp = RunningApp> {
  readonly personality: Personality;
  readonly release: Release;
  readonly faults: Faults;
  readonly properties: ReadonlyMap<string, string>;
  readonly packages: Map<string, InstalledApp>;
  readonly files: PhoneFiles;
  readonly log = new PhoneLog();
  readonly exits = new ExitRecords();
  readonly settings = new Map<string, string>();
  readonly #launch: LaunchApp<App>;
  readonly #listeners = new Set<() => void>();
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Map<string, App>();
  readonly #starting = new Map<string, Promise<App>>();
  /** Of apps that are being ended; without it, a signal ends them. */
  readonly #endings = new Map<string, Ending>();

  constructor(personality: Personality, abi: Abi, serial: string, faults: Faults, root: string, launch: LaunchApp<App>) {
    this.personality = personality;
    this.release = releaseOfPersonality(personality);
    this.faults = faults;
    this.properties = propertiesOfPersonality(personality, abi, serial);
    this.packages = installedApps(personality.abi ?? abi, Date.now(), faults.secondUser);
    this.#launch = launch;
    this.files = new PhoneFiles(
      root,
      (folder) => this.#ownerOf(folder),
      (path) => procFile(this, path),
      () => this.faults.storageFull === true,
    );
    for (const folder of ['/data/local/tmp', '/data/app', '/storage/emulated/0/Download', '/system/bin', '/dev', '/proc']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    for (const app of this.packages.values()) for (const user of app.users) this.#makeDataFolder(app, user);
    // As init.rc and installd make them; data folders below.
    const modes = { '/data': 0o771, '/data/app': 0o771, '/data/local': 0o751, '/data/local/tmp': 0o771, '/data/user/0': 0o771 };
    for (const [folder, mode] of Object.entries(modes)) chmodSync(join(root, folder), mode);
    this.event('boot_progress_enable_screen', 12_345);
  }

  get users(): readonly PhoneUser[] {
    const workProfile = { id: WORK_PROFILE, name: 'Work profile', flags: this.release.sdk >= 30 ? '1030' : '30' };
    return [{ id: 0, name: 'Owner', flags: '13' }, ...(this.personality.users ?? [workProfile])];
  }

  get processes(): readonly PhoneProcess[] {
    const demo = this.packages.get(DEMO_PACKAGE);
    const zygote = systemProcesses().find((each) => each.name === 'zygote64')?.pid ?? 1;
    const running: PhoneProcess[] = [];
    const inFront = this.runningDemo;
    if (inFront && demo) {
      const { activityProcess = demo.name } = this.faults;
      const { secondUser: user = 0 } = this.faults;
      const main = { parent: zygote, uid: uidOf(demo, user), user: `u${user}_a123`, name: demo.name, app: demo.name };
      if (user !== 0) running.push({ ...main, pid: OWNERS_PID, uid: demo.appId, user: 'u0_a123' });
      if (activityProcess !== demo.name) running.push({ ...main, pid: BESIDE_PID });
      running.push({ ...main, pid: inFront.pid, name: activityProcess });
    }
    running.push(...this.#samples(zygote));
    return [...systemProcesses(), ...appProcesses().filter((each) => this.packages.has(each.app ?? '')), ...running];
  }

  /** Debuggable apps, which accept a Java debugger: `adb jdwp`. */
  get debuggablePids(): readonly number[] {
    return this.processes.filter((each) => this.packages.get(each.app ?? '')?.debuggable).map((each) => each.pid);
  }

  /** The installed sample app with its second process. */
  #samples(parent: number): readonly PhoneProcess[] {
    const [app, running] = [this.packages.get(SAMPLE_PACKAGE), this.#running.get(SAMPLE_PACKAGE)];
    if (!app || !running) return [];
    const main = { parent, uid: app.appId, user: `u0_a${app.appId - 10_000}`, name: app.name, app: app.name };
    return [
      { ...main, pid: running.pid },
      { ...main, pid: REMOTE_PID, name: `${app.name}:remote` },
    ];
  }

  get runningDemo(): App | undefined {
    return this.#running.get(DEMO_PACKAGE);
  }

  runningApp(name: string): App | undefined {
    return this.#running.get(name);
  }

  uidOfProcess(pid: number): number {
    return this.processes.find((each) => each.pid === pid)?.uid ?? 0;
  }

  /** Calls back for each started or ended process until the result is called. */
  onProcesses(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  startDemo(agent?: string): Promise<App> {
    return this.startApp(DEMO_PACKAGE, agent);
  }

  /**
   * Starts an app that really runs once. Resolves when its main looper runs.
   * @param agent `path=options` that the app loads before its first activity
   */
  async startApp(name: string, agent?: string): Promise<App> {
    const running = this.#running.get(name);
    if (running) return running;
    const starting = this.#starting.get(name) ?? this.#start(name, agent).finally(() => this.#starting.delete(name));
    this.#starting.set(name, starting);
    return starting;
  }

  async #start(name: string, agent: string | undefined): Promise<App> {
    const app = this.packages.get(name);
    if (!app) throw new Error(`${name} is not installed on the phone`);
    const loadable =
      agent !== undefined && !this.faults.attachSilent && !this.faults.diesAtAttach && refusalOfLinker(this, app, agent, 0) === undefined;
    const running = await this.#launch(loadable ? withHostPaths(this, agent) : undefined, {
      package: name,
      apk: this.files.hostPath(`${codePath(app, this.release.sdk)}/base.apk`),
      cache: this.files.hostPath(`${dataFolder(app, 0)}/cache`),
      log: (priority, tag, pid, text) => this.log.write(priority, tag, pid, app.appId, text),
    });
    this.#running.set(name, running);
    this.log.write(
      'I',
      'ActivityManager',
      0,
      1000,
      `Start proc ${running.pid}:${app.name}/u0a${app.appId - 10_000} for activity ${app.name}/${launcherOf(app)}`,
    );
    void running.ended.then(() => {
      this.log.write('I', 'ActivityManager', 0, 1000, `Process ${app.name} (pid ${running.pid}) has died`);
      this.#recordEnd(app, running.pid);
      if (this.#running.get(name) === running) this.#running.delete(name);
      this.#changed();
    });
    this.#changed();
    // Refusals of the linker, or a fault, come after the start, in the log.
    if (agent !== undefined && !loadable) await attachAgent(this, app, running, agent);
    else writeNoise(this.log, running.pid, app.appId);
    return running;
  }

  /** `am attach-agent`: passes the agent without waiting. */
  attach(app: InstalledApp, agent: string): void {
    const running = this.#running.get(app.name);
    if (!running) return;
    const work = (): void => {
      attachAgent(this, app, running, agent).catch((error: unknown) => {
        this.log.write('E', 'ActivityThread', running.pid, app.appId, `Attaching agent failed: ${String(error)}`);
      });
    };
    if (this.faults.frozen) this.#waiting.push(work);
    else work();
  }

  /** The person opens the frozen app: its pending requests run. */
  bringToFront(): void {
    this.faults.frozen = false;
    for (const work of this.#waiting.splice(0)) work();
  }

  /** Source: AOSP EventLogTags.logtags: 30011 am_proc_died, with the urgency of the app in front, and its state. */
  #recordEnd(app: InstalledApp, pid: number): void {
    const isDemo = app.name === DEMO_PACKAGE;
    const { secondUser: user = 0, activityProcess: process = app.name } = isDemo ? this.faults : {};
    this.event('am_proc_died', user, pid, process, 0, 2);
    const ending = this.#endings.get(app.name) ?? endings.signal(9);
    this.#endings.delete(app.name);
    this.exits.add({ ...ending, atMs: Date.now(), pid, uid: uidOf(app, user), process });
  }

  /** A line of the events buffer. */
  event(tag: string, ...fields: readonly (string | number)[]): void {
    this.log.write('I', tag, 1_500, 1000, `[${fields.join(',')}]`, 'events');
  }

  /** Source: AOSP ProcessErrorStateRecord.appNotResponding: 30008 am_anr, with the flags of a debuggable app. */
  notResponding(reason: string): void {
    const pid = this.runningDemo?.pid ?? 0;
    this.event('am_anr', this.faults.secondUser ?? 0, pid, DEMO_PACKAGE, 0x38c8be46, reason);
    this.log.write('E', 'ActivityManager', 0, 1000, `ANR in ${DEMO_PACKAGE}\nPID: ${pid}\nReason: ${reason}`);
  }

  /** lmkd kills without asking the activity manager, so there is no `am_kill`. Source: AOSP lmkd.c of Android 9, and of 10 and 11. */
  async killForMemory(): Promise<void> {
    const { pid = 0 } = this.runningDemo ?? {};
    const killed = `'${DEMO_PACKAGE}' (${pid}), uid 10123`;
    const why = '   to free 86000kB because system is under medium memory pressure oom_adj 800';
    const lines = this.release.sdk < 29 ? [`Killing ${killed}, adj 900`, why] : [`Kill ${killed}, oom_adj 900 to free 86000kB`];
    for (const line of lines) this.log.write('I', 'lowmemorykiller', 512, 0, line);
    this.#endings.set(DEMO_PACKAGE, endings.lowMemory);
    await this.#stop(DEMO_PACKAGE);
  }

  /** Source: AOSP ProcessRecord.killLocked: 30023 am_kill. */
  #kill(name: string, ending: Ending): void {
    const running = this.#running.get(name);
    if (running === undefined) return;
    this.#endings.set(name, ending);
    const rss = this.release.sdk >= 31 ? [167_772_160] : [];
    this.event('am_kill', this.faults.secondUser ?? 0, running.pid, name, 0, ending.description ?? '', ...rss);
  }

  /** Ends all apps that really run, even during their start. */
  async stop(): Promise<void> {
    for (const name of realPackages) await this.#stop(name);
  }

  async #stop(name: string): Promise<void> {
    // A failed start has reported itself.
    await this.#starting.get(name)?.catch(() => undefined);
    await this.#running.get(name)?.stop();
  }

  async forceStop(name: string, user = 0, ending = endings.forceStop(name, 4711)): Promise<void> {
    this.log.write(
      'I',
      'ActivityManager',
      0,
      1000,
      `Force stopping ${name} appid=${this.packages.get(name)?.appId} user=${user}: from pid 4711`,
    );
    this.#kill(name, ending);
    await this.#stop(name);
  }

  /** Kills the process, empties code caches and renames the install folder. */
  async reinstall(name: string): Promise<void> {
    const app = this.packages.get(name);
    if (!app) throw new Error(`${name} is not installed on the phone`);
    await this.forceStop(name, 0, endings.update(name, this.release));
    app.lastUpdateMs = Date.now();
    app.versionCode += 1;
    app.installTag = app.installTag.split('').reverse().join('').slice(0, -1) + String(app.versionCode % 10);
    for (const user of app.users) {
      const cache = `${dataFolder(app, user)}/code_cache`;
      this.files.remove(cache, ROOT, true);
      this.files.makeFolder(cache, ROOT, false, 0o2771);
    }
    this.log.write('I', 'PackageManager', 0, 1000, `Update package ${name} code path`);
  }

  /** Puts an APK in the place of an older one, or makes a new app. */
  async install(apk: Apk, bytes: Uint8Array): Promise<void> {
    const older = this.packages.get(apk.name);
    if (older !== undefined) await this.forceStop(apk.name, 0, endings.update(apk.name, this.release));
    const app = installedFrom(apk, older, Math.max(...[...this.packages.values()].map(({ appId }) => appId)) + 1);
    this.packages.set(apk.name, app);
    const folder = this.files.hostPath(codePath(app, this.release.sdk));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'base.apk'), bytes);
    this.#makeDataFolder(app, 0);
    this.#changed();
  }

  async uninstall(name: string): Promise<void> {
    await this.forceStop(name);
    const app = this.packages.get(name);
    this.packages.delete(name);
    for (const user of app?.users ?? []) if (app) this.files.remove(dataFolder(app, user), ROOT, true);
    if (app) rmSync(this.files.hostPath(codePath(app, this.release.sdk)), { recursive: true, force: true });
    this.#changed();
  }

  /** The owner of a path's data folder, for an actor. */
  #ownerOf(folder: string): number | undefined {
    const match = /^\/data\/user\/(\d+)\/([^/]+)$/.exec(folder);
    const app = this.packages.get(match?.[2] ?? '');
    return app && match ? uidOf(app, Number(match[1])) : undefined;
  }

  #makeDataFolder(app: InstalledApp, user: number): void {
    const folder = dataFolder(app, user);
    for (const [name, mode] of Object.entries({ cache: 0o2771, code_cache: 0o2771, files: 0o771 })) {
      mkdirSync(this.files.hostPath(`${folder}/${name}`), { recursive: true });
      chmodSync(this.files.hostPath(`${folder}/${name}`), mode);
    }
    chmodSync(this.files.hostPath(folder), 0o700);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
