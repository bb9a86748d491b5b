import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildLoader } from '../../runtimes/mach-o-loader/build-loader.ts';
import type { TruthLag } from '../truth-lags.ts';
import { buildShop, bundleId, type ShopBuild, shopSources } from './build-iphone-shop.ts';
import { ShopHome } from './shop-home.ts';

/** The shop's slices: for devices under qemu-aarch64, for simulators likewise or on this processor. */
export type Slice = 'device-arm64' | 'simulator-arm64' | 'simulator-x86_64';

interface ShopOptions {
  readonly slice: Slice;
  /** Libraries for DYLD_INSERT_LIBRARIES. */
  readonly insert?: readonly string[];
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces the shop's own. */
  readonly executable?: string;
  readonly signal?: AbortSignal;
  readonly log?: (line: string) => void;
}

/** Calls of a thread while it suspends another; see the loader's `census.h`. */
export interface Census {
  readonly suspensions: number;
  readonly longestUs: number;
  readonly totalUs: number;
  /** Leaked send rights to threads. */
  readonly ports: number;
  readonly calls: Readonly<Record<string, number>>;
}

/** Starts the shop in the loader; resolves at the first sleep of its main run loop. @throws Error if it ends before */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { slice, insert = [], env = {}, signal, log } = options;
  const [loader, build] = await Promise.all([buildLoader(log), buildShop(slice === 'device-arm64' ? 'device' : 'simulator', log)]);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-shop-'));
  const home = await ShopHome.prepare(join(folder, 'home'));
  signal?.throwIfAborted();
  const originUs = Number(process.hrtime.bigint() / 1000n);
  const child = spawn(loader, ['--home', home.folder, '--bundle-id', bundleId, options.executable ?? build.executable], {
    env: {
      PATH: process.env.PATH,
      IPHONE_LOADER_ARCH: slice === 'simulator-x86_64' ? 'x86_64' : 'arm64',
      IPHONE_LOADER_CENSUS: join(folder, 'census.json'),
      ...(insert.length === 0 ? {} : { DYLD_INSERT_LIBRARIES: insert.join(':') }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const shop = new Shop(child, build, folder, home, originUs, options);
  try {
    await shop.ready;
    return shop;
  } catch (error) {
    await shop[Symbol.asyncDispose]();
    throw error;
  }
}

/** The shop's process. */
export class Shop implements AsyncDisposable {
  readonly build: ShopBuild;
  readonly home: ShopHome;
  /** Folder of its sources, for VS Code. */
  readonly workspace = shopSources;
  /** CLOCK_MONOTONIC at the start. */
  readonly originUs: number;
  /** Resolves when the app has been launched. */
  readonly ready: Promise<void>;
  /** The exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Standard error of the process and its dyld. */
  readonly said: string[] = [];
  readonly #child: ChildProcess;
  readonly #folder: string;

  constructor(child: ChildProcess, build: ShopBuild, folder: string, home: ShopHome, originUs: number, { signal, log }: ShopOptions) {
    this.#child = child;
    this.#folder = folder;
    this.build = build;
    this.home = home;
    this.originUs = originUs;
    this.ended = once(child, 'close').then(([code, by]) => by ?? code);
    this.ready = new Promise((resolve, reject) => {
      if (child.stdout)
        createInterface(child.stdout).on('line', (line) => {
          if (line === 'ready') resolve();
        });
      void this.ended.then((code) => reject(new Error(`The shop ended (${code}) before it was ready:\n${this.said.join('\n')}`)));
    });
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => {
        this.said.push(line);
        log?.(line);
      });
    const stop = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', stop, { once: true });
    void this.ended.finally(() => signal?.removeEventListener('abort', stop));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async lag(kind: string): Promise<void> {
    await this.home.lag(kind);
  }

  /**
   * Makes the app lag until `look` has ended, as the app's clock stands still, and waits for the lag's end.
   * @param look is given CLOCK_MONOTONIC before the lag
   */
  async lagDuring<T>(kind: string, look: (askedUs: number) => Promise<T>): Promise<T> {
    const askedUs = Number(process.hrtime.bigint() / 1000n);
    const seen = await this.#withStoppedClock(async () => {
      await this.lag(kind);
      return look(askedUs);
    });
    await this.truthOf(kind, askedUs);
    return seen;
  }

  async #withStoppedClock<T>(act: () => Promise<T>): Promise<T> {
    await this.home.say('clock stop');
    try {
      return await act();
    } finally {
      await this.home.say('clock start');
    }
  }

  /** The first lag of a kind that ended after a time. */
  async truthOf(kind: string, afterUs = 0): Promise<TruthLag> {
    return this.home.truthOf(kind, this.originUs, afterUs);
  }

  /** Ends the app as its user does; returns the calls during suspensions. */
  async terminate(): Promise<Census> {
    await this.home.say('terminate');
    await this.ended;
    return JSON.parse(await readFile(join(this.#folder, 'census.json'), 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
