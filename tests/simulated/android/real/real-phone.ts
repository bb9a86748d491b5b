import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { adb36, androidTools } from '../../../../scripts/setup/android-tools.ts';
import { buildDemoApp, buildDemoDex } from '../../../demo-app/build-demo-app.ts';
import { buildArt } from '../../../runtimes/art/build-art.ts';
import { throttled } from '../../slow-link.ts';
import { AdbServer } from '../adb-server.ts';
import { until } from '../until.ts';
import { ADBD_PORT, type Answer, type Order, places } from './orders.ts';
import { makePhoneFolder } from './phone-folder.ts';

const execute = promisify(execFile);
const program = fileURLToPath(new URL('phone-process.ts', import.meta.url));
/** The process is number 1 of its namespace: the kernel ends all others with it. */
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--propagation', 'private', '--kill-child'];

/** Why this computer can run no real adbd; undefined if it can. @param log gets a line per slow step */
export async function realPhoneRefusal(log: (line: string) => void = () => undefined): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'its programs are for Linux on x64';
  if (process.getuid?.() !== 0) return 'users and modes of a phone need root';
  try {
    await execute('unshare', [...NAMESPACES, 'true']);
    await androidTools(log);
    await adb36(log);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface RealPhoneOptions {
  /** An adb server to use and leave running; by default the phone's own. */
  readonly server?: AdbServer;
  /** The demo app's lags from its start; frames only by default. */
  readonly schedule?: 'all' | 'none';
  /** `art`: the app runs on the Android Runtime 14; by default on this computer's JVM. */
  readonly runtime?: 'jvm' | 'art';
}

/**
 * A phone of Google's adbd, Android's shell and tools, real users and modes, in namespaces of its own. Android's Java programs and the list of
 * processes are simulated; the demo app runs outside, on this computer's JVM or the Android Runtime 14.
 */
export class RealPhone {
  readonly server: AdbServer;
  /** Limit of the link each way. */
  bytesPerSecond: number | undefined;
  readonly #ownServer: boolean;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #sockets = new Set<Socket>();
  readonly #cables: Server[] = [];
  #port = 0;
  #lastOrder = 0;

  private constructor(server: AdbServer, ownServer: boolean, folder: string, process_: ChildProcess) {
    this.server = server;
    this.#ownServer = ownServer;
    this.#folder = folder;
    this.#process = process_;
    this.#ended = once(process_, 'exit').then(() => {
      for (const [id, answer] of this.#waiting) answer({ id, failure: 'the phone’s process ended' });
    });
    process_.on('message', (answer: Answer) => this.#waiting.get(answer.id)?.(answer));
  }

  static async start({ server, schedule = 'none', runtime = 'jvm' }: RealPhoneOptions = {}): Promise<RealPhone> {
    const tools = await androidTools();
    // The phone's own network has no registries.
    await buildDemoApp('14');
    if (runtime === 'art') await Promise.all([buildArt(undefined, '14'), buildDemoDex()]);
    const folder = await makePhoneFolder();
    const child = spawn('unshare', [...NAMESPACES, process.execPath, program, folder, tools, schedule, runtime], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const phone = new RealPhone(server ?? (await AdbServer.start()), server === undefined, folder, child);
    try {
      await phone.#answerTo(0);
      phone.#port = await phone.#openPort(ADBD_PORT);
      await phone.connect();
      return phone;
    } catch (error) {
      await phone.stop();
      throw error;
    }
  }

  /** As `adb devices` names it: `127.0.0.1:PORT`. */
  get serial(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Runs `adb -s SERIAL …`. */
  adb(...args: readonly string[]) {
    return this.server.adb(['-s', this.serial, ...args]);
  }

  /** Starts the demo app as by its icon. @returns its process id on the phone */
  launchApp(): Promise<number> {
    return this.#order({ kind: 'launch' });
  }

  async signalAdbd(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    await this.#order({ kind: 'signalAdbd', signal });
  }

  async startAdbd(): Promise<void> {
    await this.#order({ kind: 'startAdbd' });
  }

  /**
   * Starts a program that listens on a port of the phone's loopback.
   * @returns the port of this computer's loopback that leads there
   */
  async startBeside(command: readonly string[], port: number): Promise<number> {
    await this.#order({ kind: 'startBeside', command, env: { ...process.env, HOME: this.#folder, ADB_MDNS: '0' }, port });
    return this.#openPort(port);
  }

  /** `adb connect`, until the phone is listed as usable. */
  connect(): Promise<void> {
    return until('adb to connect to adbd', async () => {
      await this.server.adb(['connect', this.serial]);
      const { stdout } = await this.server.adb(['devices']);
      return stdout.includes(`${this.serial}\tdevice`);
    });
  }

  /** Ends the phone with all its processes. */
  async stop(): Promise<void> {
    if (this.#ownServer) await this.server.stop();
    else await this.server.adb(['disconnect', this.serial]);
    for (const socket of this.#sockets) socket.destroy();
    for (const cable of this.#cables) cable.close();
    if (this.#process.connected) this.#process.disconnect();
    await this.#ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #order(order: Order): Promise<number> {
    const id = ++this.#lastOrder;
    this.#process.send({ id, order });
    return (await this.#answerTo(id)) ?? 0;
  }

  async #answerTo(id: number): Promise<number | undefined> {
    const { pid, failure } = await new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#waiting.delete(id);
    if (failure !== undefined) throw new Error(failure);
    return pid;
  }

  /** @returns the port of this computer's loopback that leads to one of the phone's */
  async #openPort(port: number): Promise<number> {
    const cable = createServer((client) => {
      const link = throttled(connect(join(this.#folder, places.portSocket(port))), () => this.bytesPerSecond);
      this.#sockets.add(client);
      client.once('close', () => this.#sockets.delete(client));
      client.pipe(link).pipe(client);
      client.on('error', () => link.destroy()).once('close', () => link.destroy());
      // Ending a broken link is no fault; "close" follows.
      link.on('error', () => undefined).once('close', () => client.destroy());
    });
    this.#cables.push(cable);
    await new Promise<void>((resolve) => cable.listen(0, '127.0.0.1', resolve));
    const address = cable.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }
}
