import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LaglensError } from '../../core/errors.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { type Message, PROTOCOL_VERSION } from '../../core/wire/schema.ts';
import { Deferred } from '../../host/deferred.ts';
import type {
  AgentLink,
  AppProcess,
  AppRow,
  AppTarget,
  DeployOptions,
  Device,
  DeviceRow,
  SystemRecord,
} from '../../host/devices/device.ts';
import { AgentHandshake } from './agent-handshake.ts';

/** An agent's actions on each connection, after the host's proof. */
export type AgentScript = (talk: AgentTalk, connection: number) => void;

/** One connection on the agent's side. */
export class AgentTalk {
  readonly hostHello: Message<'hostHello'>;
  readonly heard: Message[] = [];
  readonly #socket: Socket;
  readonly #encoder = new Encoder();

  constructor(socket: Socket, hostHello: Message<'hostHello'>) {
    this.#socket = socket;
    this.hostHello = hostHello;
  }

  say(...said: readonly Message[]): void {
    for (const message of said) this.raw(this.#encoder.encode(message));
  }

  raw(bytes: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** As fast as the host takes them; ends with the connection. */
  async flood(pieces: Iterable<Uint8Array>): Promise<void> {
    await pipeline(Readable.from(pieces), this.#socket, { end: false }).catch(() => undefined);
  }

  hangUp(): void {
    this.#socket.destroy();
  }
}

export function hello(monoUs: number, pid = 1): Message<'hello'> {
  return {
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    agentVersion: '0',
    buildHash: 'test',
    pid,
    process: 'com.example.test',
    abi: 'x86_64',
    os: 'jvm',
    apiLevel: 0,
    runtime: 'test',
    monoUs,
    wallUs: 1_700_000_000_000_000,
    intervalUs: 10_000,
    capabilities: [],
  };
}

/** The agent's own, as of an embedded one, which another process may play. */
const ownToken = Buffer.alloc(16, 0xa9);

/** Answers the host's first message as no agent of this version would. */
export type Impostor = (socket: Socket, hello: Message<'hostHello'>) => void;

const SOCKET = 'agent.sock';

/** Windows' Node has no sockets in folders: there the file holds a port of the loopback. */
function socketIn(folder: string): NetConnectOpts {
  const path = join(folder, SOCKET);
  return process.platform === 'win32' ? { host: '127.0.0.1', port: Number(readFileSync(path, 'latin1')) } : { path };
}

/** A device with processes that tests start and end, each with a scripted agent. */
export class FakeDevice implements Device {
  readonly row: DeviceRow = { id: 'fake', kind: 'jvm', name: 'Fake', detail: '', canLaunch: true };
  readonly deployed: number[] = [];
  readonly cleaned: number[] = [];
  state: 'running' | 'ended' | 'unreachable' = 'running';
  /** Answers for links made later; a device without records by default. */
  records: (() => Promise<readonly SystemRecord[]>) | undefined;
  #pid = 1;
  readonly #folder: string;
  readonly #server: Server | undefined;
  #next = new Deferred<void>();

  private constructor(folder: string, server: Server | undefined) {
    this.#folder = folder;
    this.#server = server;
  }

  static async start(script: AgentScript, impostor?: Impostor): Promise<FakeDevice> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-fake-'));
    let connections = 0;
    const server = createServer((socket) => {
      const decoder = new Decoder({ senders: ['host'] });
      let talk: AgentTalk | undefined;
      let greeting: { readonly hello: Message<'hostHello'>; readonly handshake: AgentHandshake } | undefined;
      socket.on('error', () => socket.destroy());
      socket.on('data', (bytes: Buffer) => {
        for (const message of decoder.push(bytes)) {
          talk?.heard.push(message);
          if (message.type === 'detach') socket.end();
          if (message.type === 'hostHello' && impostor !== undefined) impostor(socket, message);
          else if (message.type === 'hostHello') {
            greeting = { hello: message, handshake: new AgentHandshake(ownToken) };
            socket.write(new Encoder().encode(greeting.handshake.challenge(message)));
          } else if (message.type === 'hostProof' && greeting?.handshake.accepts(message) === true) {
            talk = new AgentTalk(socket, greeting.hello);
            script(talk, connections++);
          }
        }
      });
    });
    if (process.platform === 'win32') server.listen(0, '127.0.0.1');
    else server.listen(join(folder, SOCKET));
    await once(server, 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') await writeFile(join(folder, SOCKET), String(address.port));
    return new FakeDevice(folder, server);
  }

  /** The device of another process' agent. */
  static at(folder: string): FakeDevice {
    return new FakeDevice(folder, undefined);
  }

  /** `at` finds this device by it. */
  get folder(): string {
    return this.#folder;
  }

  /** Ends the process; `nextProcess` resolves after `restart`. */
  end(): void {
    this.state = 'ended';
  }

  restart(): void {
    this.#pid++;
    this.state = 'running';
    this.#next.resolve(undefined);
    this.#next = new Deferred<void>();
  }

  async close(): Promise<void> {
    this.#server?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async apps(): Promise<readonly AppRow[]> {
    return [];
  }

  async nextProcess(_target: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess> {
    while (this.#pid === notPid) {
      const aborted = new Deferred<never>();
      signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
      await Promise.race([this.#next.promise, aborted.promise]);
    }
    return { pid: this.#pid, name: 'com.example.test' };
  }

  async deploy(_target: AppTarget, options: DeployOptions): Promise<AgentLink> {
    const pid = this.#pid;
    this.deployed.push(pid);
    options.progress('Attaching');
    return {
      process: { pid, name: 'com.example.test' },
      launched: false,
      token: ownToken,
      connect: (signal) => this.#connect(signal),
      processState: async () => (pid === this.#pid ? this.state : 'ended'),
      explainSilence: async () => undefined,
      ...(this.records === undefined ? {} : { systemRecords: this.records }),
      cleanup: async () => {
        this.cleaned.push(pid);
      },
    };
  }

  async #connect(signal: AbortSignal): Promise<Duplex> {
    const socket = connect(socketIn(this.#folder));
    await once(socket, 'connect', { signal }).catch((cause: unknown) => {
      socket.destroy();
      throw new LaglensError({ code: 'connect-failed', message: 'No agent.', next: 'None.', cause });
    });
    return socket;
  }
}
