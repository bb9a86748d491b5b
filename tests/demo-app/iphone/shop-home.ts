import { execFile } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { iosCauses } from '../expected-causes.ts';
import { iosParts } from '../platform-parts.ts';
import { readTruth, type TruthLag } from '../truth-lags.ts';
import { findShopCulprits } from './iphone-shop-culprits.ts';

const execute = promisify(execFile);
const CHECK_INTERVAL_MS = 20;

/**
 * The shop's home folder (container): a simulated phone passes events through it, and the app its main thread's log (the loader's `uikit.c`
 * and `truth.c`). Any process may start the app.
 */
export class ShopHome {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Prepares the folder before an app's start; its contents stay. */
  static async prepare(folder: string): Promise<ShopHome> {
    for (const part of ['tmp', 'Documents', 'Library/Caches']) await mkdir(join(folder, part), { recursive: true });
    const home = new ShopHome(folder);
    await execute('mkfifo', ['-m', '600', home.#commands]).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('File exists'))) throw error;
    });
    await writeFile(home.#truth, '', { flag: 'a' });
    return home;
  }

  get #commands(): string {
    return join(this.folder, 'tmp', 'phone-commands');
  }

  get #truth(): string {
    return join(this.folder, 'tmp', 'phone-truth.jsonl');
  }

  async lag(kind: string): Promise<void> {
    await this.say(`open shop://lag/${kind}`);
  }

  /** `all`: every kind of lag in turn, one about every 1.5 s; `none`: the banner only. */
  async follow(schedule: 'all' | 'none'): Promise<void> {
    await this.say(`open shop://schedule/${schedule}`);
  }

  /**
   * A command of the simulated phone: `background`, `foreground`, `memory-warning`, `thermal STATE`, `track MS`, `animate MS`, `appear CLASS`, `disappear CLASS`, `clock stop`,
   * `clock start`, `terminate`, `open URL`.
   */
  async say(command: string): Promise<void> {
    // Reading, too: opening a pipe without a reader would wait.
    const pipe = await open(this.#commands, 'r+');
    await pipe.write(`${command}\n`);
    await pipe.close();
  }

  /** @param originUs CLOCK_MONOTONIC at the app's start */
  async truth(originUs: number): Promise<TruthLag[]> {
    return readTruth(await readFile(this.#truth, 'utf8'), originUs, await findShopCulprits(), iosCauses, iosParts);
  }

  /** The first lag of a kind that ended after a time. It may begin before it is asked for: main may be awake for the banner. */
  async truthOf(kind: string, originUs: number, afterUs = 0): Promise<TruthLag> {
    for (;;) {
      const found = (await this.truth(originUs)).find((lag) => lag.kind === kind && lag.startUs + 1000 * lag.durationMs > afterUs);
      if (found !== undefined) return found;
      await pause(CHECK_INTERVAL_MS);
    }
  }
}
