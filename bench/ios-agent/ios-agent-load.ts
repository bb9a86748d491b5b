import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Writable } from 'node:stream';
import { iosOptionsText } from '../../host/devices/agent-options.ts';
import { Host } from '../../tests/agent/test-host.ts';
import { agentFor } from '../../tests/demo-app/iphone/agent-on-shop.ts';
import type { Census } from '../../tests/demo-app/iphone/start-iphone-shop.ts';
import { freePort } from '../../tests/host/free-port.ts';
import { buildLoader } from '../../tests/runtimes/mach-o-loader/build-loader.ts';
import { buildLoad } from './build-ios-agent.ts';
import { parseStatusKib } from './parse.ts';

interface LoadOptions {
  /** False: without the agent. */
  readonly agent?: boolean;
  /** Most frames read of a stack. */
  readonly depth?: number;
}

/** load.c in the loader on this processor, with the shipped agent and a listening host. */
export class Load implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #commands: Writable;
  readonly #folder: string;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;
  #host: Host | undefined;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    const { stdout } = child;
    const commands = child.stdio[3];
    if (stdout === null || commands === null || commands === undefined || !('write' in commands)) {
      throw new Error('The load takes no commands.');
    }
    // It may end with unread commands; its output shows the end.
    commands.on('error', () => undefined);
    this.#commands = commands;
    this.#folder = folder;
    this.#reader = createInterface(stdout);
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  static async start({ agent = true, depth = 512 }: LoadOptions, say: (line: string) => void): Promise<Load> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-load-'));
    const [loader, executable, port] = [await buildLoader(say), await buildLoad(folder), await freePort()];
    const token = randomBytes(16);
    const options = iosOptionsText({ token, port, intervalUs: 5_000, depth });
    const child = spawn(loader, ['--home', folder, '--bundle-id', 'com.example.load', executable], {
      env: {
        PATH: process.env.PATH,
        IPHONE_LOADER_ARCH: 'x86_64',
        IPHONE_LOADER_CENSUS: join(folder, 'census.json'),
        ...(agent ? { DYLD_INSERT_LIBRARIES: agentFor('simulator-x86_64'), LAGLENS_OPTIONS: options } : {}),
      },
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    const load = new Load(child, folder);
    try {
      await load.#answer();
      if (agent) load.#host = await Host.connect(port, { token: token.toString('hex') });
      await load.#host?.until('hello');
      return load;
    } catch (error) {
      await load[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** @throws Error without an agent */
  get host(): Host {
    if (this.#host === undefined) throw new Error('The load was started without the agent.');
    return this.#host;
  }

  async command(line: string): Promise<string> {
    this.#commands.write(`${line}\n`);
    return this.#answer();
  }

  /** CPU milliseconds by thread, as the kernel counts: those of load.c, `laglens` and `peer`. */
  async cpuMs(): Promise<ReadonlyMap<string, number>> {
    const tasks = `/proc/${this.#child.pid}/task`;
    const rows = (await readdir(tasks)).map(async (task) => {
      const [name, times] = await Promise.all([
        readFile(join(tasks, task, 'comm'), 'utf8'),
        readFile(join(tasks, task, 'schedstat'), 'utf8'),
      ]);
      return [name.trim(), Number(times.split(' ', 1)[0]) / 1e6] as const;
    });
    return new Map(await Promise.all(rows));
  }

  /** A line of /proc/PID/status in bytes, such as VmData or RssAnon. */
  async statusBytes(name: string): Promise<number> {
    return 1024 * parseStatusKib(await readFile(`/proc/${this.#child.pid}/status`, 'utf8'), name);
  }

  /** Ends the app; returns the calls during suspensions. */
  async end(): Promise<Census> {
    const closed = once(this.#child, 'close');
    await this.command('end').catch(() => undefined);
    const [code, signal] = await closed;
    if (code !== 0) throw new Error(`The load ended with ${signal ?? code}.`);
    return JSON.parse(await readFile(join(this.#folder, 'census.json'), 'utf8'));
  }

  async #answer(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('The load has ended.');
    return value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#host?.[Symbol.dispose]();
    this.#reader.close();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
