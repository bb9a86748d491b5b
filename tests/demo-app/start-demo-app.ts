import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ArmAbi, buildArmArt } from '../runtimes/arm/build-arm.ts';
import { artVersions, buildArt } from '../runtimes/art/build-art.ts';
import { androidXJars } from './android-x.ts';
import { buildDemoApp, buildDemoDex, buildDemoNatives, type DemoBuild, type DexBuild } from './build-demo-app.ts';
import { artLagKinds, findCulprits, lagKinds } from './demo-app-culprits.ts';
import { androidCauses } from './expected-causes.ts';
import { androidParts } from './platform-parts.ts';
import { buildRelease } from './release-build.ts';
import { sampleActivity, sampleClasses, sampleMain } from './sample-app.ts';
import { readTruth, type TruthLag } from './truth-lags.ts';
import type { AndroidVersion } from './versions.ts';

/** Of the app's build, as Gradle names them. */
export type Variant = 'debug' | 'release';

export interface DemoAppOptions {
  /** Of the looper classes. */
  readonly android: AndroidVersion;
  /** `art`: the real Android Runtime, with Android 11 and 14 only. */
  readonly runtime: 'jvm' | 'art';
  /** A phone's processor, with `art` only; by default this computer's. */
  readonly abi?: ArmAbi;
  /** `release`: shrunk and renamed by R8; `debug` is the default. Both log the source's names. */
  readonly variant?: Variant;
  /** Android's message queue since 16; by default the release's own choice. */
  readonly queue?: 'old' | 'new';
  /** File of the app's own log of lags; none by default. */
  readonly truthFile?: string;
  /** `all`: every kind of lag in turn, one about every 1.5 s; `none` (the default): frames only. */
  readonly schedule?: 'all' | 'none';
  /** Ends the app this long after it was ready. */
  readonly seconds?: number;
  /** `PATH=OPTIONS` of an agent to load before the app is created. */
  readonly agent?: string;
  /** AndroidX' own `FragmentActivity` is the app's activity, on the desktop JVM only. */
  readonly androidX?: boolean;
  /** Path of the sample app's APK, which runs in place of the shop, and the folder of its files. */
  readonly sample?: { readonly apk: string; readonly folder: string };
  /** Of Android's classes, the Android Runtime has the looper's alone: no screen. */
  readonly looperOnly?: boolean;
  /** More options of the desktop JVM. */
  readonly flags?: readonly string[];
  readonly signal?: AbortSignal;
  /** Gets progress, and the app's log. */
  readonly log?: (line: string) => void;
}

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The app's Gradle project. */
  readonly project: string;
}

const shopMain = 'com.example.shop.Main';
const sources = fileURLToPath(new URL('shop', import.meta.url));

/** Builds and starts the demo app; resolves when its main looper runs. @throws Error if it can't be built, or ends before */
export async function startDemoApp(options: DemoAppOptions): Promise<DemoApp> {
  const { file, args, env, project } = await commandOf(options);
  options.signal?.throwIfAborted();
  const originUs = Number(process.hrtime.bigint() / 1000n);
  // In its own process group: on Ctrl-C, the starting program ends first, then the app.
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env, detached: true });
  const app = new DemoApp(child, options, project, originUs);
  await app.ready;
  if (options.seconds !== undefined) {
    const timer = setTimeout(() => void app.stop(), options.seconds * 1000);
    void app.ended.finally(() => clearTimeout(timer));
  }
  return app;
}

async function commandOf(options: DemoAppOptions): Promise<Command> {
  const { runtime, truthFile, schedule, queue, agent, sample } = options;
  const mainClass = sample === undefined ? shopMain : sampleMain;
  const settings = { truth: truthFile, schedule, queue, folder: sample?.folder };
  const properties = (all: Readonly<Record<string, string | undefined>>): string[] =>
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`-Dphone.${name}=${value}`]));
  if (runtime === 'art') {
    const [{ classPath, library, project }, art] = await Promise.all([dexProgram(options), runtimeOf(options)]);
    const all = sample === undefined ? classPath : `${classPath}:${sample.apk}`;
    const args = [...properties({ ...settings, library, agent }), '-cp', all, mainClass];
    // Each frame of a screen would take a phone's processor under qemu too long.
    const framework = options.looperOnly === true || options.abi !== undefined ? 'looper' : '1';
    return { file: art.run, args, env: { ...process.env, ...art.env, FRAMEWORK: framework }, project };
  }
  const { javaHome, classPath, bootClassPath, library, project } = await classProgram(options);
  const androidX = options.androidX === true ? await androidXJars(options.log) : [];
  const own = sample === undefined ? undefined : sampleActivity;
  const activity = options.androidX === true ? 'androidx.fragment.app.FragmentActivity' : own;
  const more = sample === undefined ? [] : [await sampleClasses(sample.apk, options.log ?? (() => undefined))];
  // With room for the lag `classes`: no collection interrupts it.
  const memory = ['-Xmx256m', '-XX:MetaspaceSize=192m'];
  const flags = [`-Xbootclasspath/a:${bootClassPath.join(':')}`, '-Djdk.attach.allowAttachSelf=true', ...memory];
  const agents = agent === undefined ? [] : [`-agentpath:${agent}`];
  const args = [
    ...flags,
    ...(options.flags ?? []),
    ...agents,
    ...properties({ ...settings, library, activity }),
    '-cp',
    [...classPath, ...androidX, ...more].join(':'),
    mainClass,
  ];
  return { file: `${javaHome}/bin/java`, args, env: process.env, project };
}

async function runtimeOf({ android, abi, log }: DemoAppOptions): Promise<{ readonly run: string; readonly env?: NodeJS.ProcessEnv }> {
  const version = artVersions.find((each) => each === android);
  if (version === undefined) throw new Error(`The Android Runtime here is that of Android ${artVersions.join(' or ')}, not ${android}`);
  if (abi === undefined) return buildArt(log, version);
  if (version !== '11') throw new Error(`For ${abi} there is only Android 11's runtime, not ${version}'s`);
  return buildArmArt(abi, log);
}

async function dexProgram({ abi, variant, log }: DemoAppOptions): Promise<DexBuild & { readonly project: string }> {
  const { classPath, library } = await buildDemoDex(log);
  const natives = abi === undefined ? library : await buildDemoNatives(abi, (await buildArmArt(abi, log)).clangFlags);
  if (variant !== 'release') return { classPath, library: natives, project: sources };
  const release = await buildRelease('dex', log);
  return { classPath: release.classPath.join(':'), library: natives, project: release.project };
}

async function classProgram({ android, variant, log }: DemoAppOptions): Promise<DemoBuild & { readonly project: string }> {
  const debug = { ...(await buildDemoApp(android, log)), project: sources };
  return variant === 'release' ? { ...debug, ...(await buildRelease('classes', log)) } : debug;
}

/** The demo app's process. */
export class DemoApp {
  readonly mainClass: string;
  /** Kinds of lags that its schedule plays. */
  readonly kinds: readonly string[];
  /** Folder of its sources, for VS Code. */
  readonly workspace: string;
  /** Resolves when the main looper runs. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, however. */
  readonly ended: Promise<void>;
  /** CLOCK_MONOTONIC at the start. */
  readonly originUs: number;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #truthFile: string | undefined;
  readonly #attaching: ((failure: string | undefined) => void)[] = [];
  readonly #moving: ((listeners: string) => void)[] = [];
  readonly #lastWords: string[] = [];
  #culprits: ReturnType<typeof findCulprits> | undefined;

  constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, options: DemoAppOptions, project: string, originUs: number) {
    this.#child = child;
    this.workspace = project;
    this.#truthFile = options.truthFile;
    this.mainClass = options.sample === undefined ? shopMain : sampleMain;
    this.originUs = originUs;
    this.kinds = options.runtime === 'art' ? artLagKinds : lagKinds;
    const closed = once(child, 'close');
    this.ended = closed.then(() => {
      for (const answer of this.#attaching.splice(0)) answer('the process has ended');
      for (const answer of this.#moving.splice(0)) answer('none');
    });
    // Writing to an ended process is no error; see `ended`.
    child.stdin.on('error', () => undefined);
    createInterface(child.stderr).on('line', (line) => {
      this.#lastWords.push(line);
      this.#lastWords.splice(0, this.#lastWords.length - 20);
      options.log?.(line);
    });
    this.ready = new Promise((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => this.#hear(line, resolve));
      const failed = () => reject(new Error(`The demo app ended before it was ready:\n${this.#lastWords.join('\n')}`));
      closed.then(failed, reject);
    });
    const stop = () => void this.stop();
    options.signal?.addEventListener('abort', stop, { once: true });
    void this.ended.finally(() => options.signal?.removeEventListener('abort', stop));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async lag(kind: string): Promise<void> {
    await this.#send(`lag ${kind}`);
  }

  /** Of the sample app: its schedule begins again. */
  async startAgain(): Promise<void> {
    if (this.mainClass === sampleMain) await this.lag('play');
  }

  /** Native work in the looper, without Java. */
  async workNatively(durationMs: number): Promise<void> {
    await this.#send(`native ${durationMs}`);
  }

  /** Puts the main thread to sleep. */
  async freeze(durationMs: number): Promise<void> {
    await this.#send(`freeze ${durationMs}`);
  }

  async follow(schedule: 'all' | 'none'): Promise<void> {
    await this.#send(`schedule ${schedule}`);
  }

  /**
   * Attaches an agent by a message of the main looper, as ActivityThread does.
   * @param agent `PATH=OPTIONS`
   * @returns the runtime's reason for a refusal
   */
  async attachAgent(agent: string): Promise<string | undefined> {
    const answer = new Promise<string | undefined>((resolve) => this.#attaching.push(resolve));
    await this.#send(`attach-agent ${agent}`);
    return answer;
  }

  /**
   * Moves the app's activity: `pause`, `stop`, `start`, `resume`, `reconfigure`; `show` with fragments; `listeners` changes nothing.
   * @returns listeners to the window's frames, and to activities. Undefined if the runtime has only the looper's classes
   */
  async activity(step: string): Promise<{ readonly frames: number; readonly activities: number } | undefined> {
    const answer = new Promise<string>((resolve) => this.#moving.push(resolve));
    await this.#send(`activity ${step}`);
    const [frames = '', activities = ''] = (await answer).split(' ');
    return frames === 'none' ? undefined : { frames: Number(frames), activities: Number(activities) };
  }

  /** The lags so far, by the app's own clock. */
  async truth(): Promise<TruthLag[]> {
    if (this.#truthFile === undefined) throw new Error('The demo app was started without a truth file');
    // Class files, and so places, are the same for every Android release.
    this.#culprits ??= buildDemoApp('14').then(findCulprits);
    return readTruth(await readFile(this.#truthFile, 'utf8'), this.originUs, await this.#culprits, androidCauses, androidParts);
  }

  /** Ends the process at once. */
  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  async #send(line: string): Promise<void> {
    await new Promise<void>((resolve) => this.#child.stdin.write(`${line}\n`, () => resolve()));
  }

  #hear(line: string, ready: () => void): void {
    if (line === 'ready') ready();
    else if (line === 'attached') this.#attaching.shift()?.(undefined);
    else if (line.startsWith('activity ')) this.#moving.shift()?.(line.slice('activity '.length));
    else if (line.startsWith('not attached: ')) this.#attaching.shift()?.(line.slice('not attached: '.length));
  }
}
