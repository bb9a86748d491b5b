import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../host/free-port.ts';

/** A finished adb command line. */
interface AdbResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real adb server on its own port and home, apart from the user's server and keys. */
export class AdbServer {
  readonly port: number;
  /** For ADB_SERVER_SOCKET: `tcp:PORT`, on the loopback. */
  readonly socket: string;
  /** The environment for clients of this server: its address and its home. */
  readonly env: NodeJS.ProcessEnv;
  readonly #home: string;
  readonly #process: ChildProcess;
  readonly #command: readonly string[];

  private constructor(port: number, home: string, process_: ChildProcess, env: NodeJS.ProcessEnv, command: readonly string[]) {
    this.port = port;
    this.#command = command;
    this.socket = `tcp:${port}`;
    this.#home = home;
    this.#process = process_;
    // With a host in it, clients start no server of their own.
    this.env = { ...env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${port}` };
  }

  /** @param adb the command of another version than Debian's own, with its first arguments */
  static async start(adb: readonly string[] = ['adb']): Promise<AdbServer> {
    const home = await mkdtemp(join(tmpdir(), 'laglens-adb-'));
    const port = await freePort();
    // adb listens on loopback only without a host, and refuses with one.
    const socket = `tcp:${port}`;
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      HOME: home,
      ANDROID_SDK_HOME: home,
      TMPDIR: home,
      ADB_SERVER_SOCKET: socket,
      ADB_MDNS: '0',
    };
    delete env.ANDROID_SERIAL;
    delete env.ANDROID_ADB_SERVER_PORT;
    // The kernel ends the server with this process, even if that is killed.
    const command = ['--pdeathsig', 'KILL', ...adb, '-L', socket, 'nodaemon', 'server'];
    const process_ = spawn('setpriv', command, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    let said = '';
    process_.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    const over = new AbortController();
    const failed = new Promise<never>((_resolve, reject) => {
      process_.once('error', reject);
      const hint = "Install Debian's packages adb and util-linux if they are missing.";
      process_.once('exit', (code) => reject(new Error(`The adb server ended with ${code}: ${said.trim()}. ${hint}`)));
    });
    // For a later end, see stop().
    failed.catch(() => over.abort());
    await Promise.race([listening(port, over.signal), failed]);
    return new AdbServer(port, home, process_, env, adb);
  }

  /** @param signal ends it early, with code -1 */
  adb(args: readonly string[], input: Uint8Array | string = '', signal?: AbortSignal): Promise<AdbResult> {
    return new Promise((resolve, reject) => {
      const options = { env: this.env, maxBuffer: 64 << 20, encoding: 'buffer', ...(signal && { signal }) } as const;
      const [file = '', ...before] = this.#command;
      const child = execFile(file, [...before, ...args], options, (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number' && !signal?.aborted) return reject(error);
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        resolve({ code, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') });
      });
      // A command that reads no input may have ended.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()));
      this.#process.kill('SIGTERM');
      const patience = setTimeout(() => this.#process.kill('SIGKILL'), 3000);
      await ended;
      clearTimeout(patience);
    }
    await rm(this.#home, { recursive: true, force: true });
  }
}

async function listening(port: number, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return;
    await delay(30);
  }
}
