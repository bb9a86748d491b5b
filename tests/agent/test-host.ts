import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { type Message, type MessageName, messages, PROTOCOL_VERSION } from '../../core/wire/schema.ts';
import { defaultToken } from './program.ts';

const CHECK_INTERVAL_MS = 20;
/** Refuses one host too many. */
const BUSY = 1;
const NEW_NAME_MS = 60_000;

export type Of<N extends MessageName> = Extract<Message, { readonly type: N }>;

interface HostOptions {
  readonly token?: string;
  readonly protocol?: number;
  /** False: connects and says nothing. */
  readonly greets?: boolean;
}

/** A host on the agent's socket that keeps all messages. */
export class Host implements Disposable {
  readonly messages: Message[] = [];
  /** The same, by type: waits for one type ask for it at every arrival. */
  readonly #byType = new Map<MessageName, Message[]>();
  /** Resolves when the agent closes the connection. */
  readonly closed: Promise<void>;
  bytes = 0;
  readonly #socket: Socket;
  readonly #decoder = new Decoder({ senders: ['agent'] });
  readonly #encoder = new Encoder();
  readonly #waiting = new Set<() => void>();
  #ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#ended = true;
        this.#wake();
        resolve();
      });
    });
    // A reset also closes; see `closed`.
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => this.#hear(bytes));
  }

  /** @param where a socket's path, which may not exist yet, or a port of this computer */
  static async connect(
    where: string | number,
    { token = defaultToken, protocol = PROTOCOL_VERSION, greets = true }: HostOptions = {},
  ): Promise<Host> {
    const socket = typeof where === 'number' ? await connected({ port: where, host: '127.0.0.1' }) : await connectedSoon(where);
    const host = new Host(socket);
    if (greets) host.#greet(Buffer.from(token, 'hex'), protocol);
    return host;
  }

  /** Proves the token on the agent's challenge, without checking the agent's proof. */
  #greet(token: Uint8Array, protocol: number): void {
    const nonce = randomBytes(32);
    this.say({ type: 'hostHello', protocol, nonce, client: 'test' });
    void this.until('challenge')
      .then((challenge) => {
        const bytes = Buffer.concat([nonce, challenge.nonce, Buffer.from('host')]);
        this.say({ type: 'hostProof', proof: createHmac('sha256', token).update(bytes).digest() });
      })
      // It closed: `closed` tells.
      .catch(() => undefined);
  }

  say(message: Message): void {
    this.#socket.write(this.#encoder.encode(message));
  }

  sayBytes(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Takes nothing more from the socket until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  all<N extends MessageName>(type: N): Of<N>[] {
    return (this.#byType.get(type) ?? []).filter((message): message is Of<N> => message.type === type);
  }

  /** The first matching message, now or later. @throws Error when the agent closes before */
  async until<N extends MessageName>(type: N, fits: (message: Of<N>) => boolean = () => true): Promise<Of<N>> {
    for (;;) {
      const found = this.all(type).find(fits);
      if (found !== undefined) return found;
      if (this.#ended) throw new Error(`The agent closed before it said ${messages[type].about}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Waits for all events before `timeUs`: ticks are ordered with the rest. */
  async reached(timeUs: number): Promise<void> {
    await this.until('tick', ({ atUs }) => atUs > timeUs + 100_000);
  }

  async settings(change: Partial<Omit<Of<'configure'>, 'type'>>): Promise<void> {
    const before = this.all('settings').length;
    this.say({ type: 'configure', intervalUs: 10_000, threads: 1, depth: 1024, walkAlways: 0, ...change });
    await this.until('settings', (message) => this.all('settings').indexOf(message) >= before);
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #hear(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    for (const message of this.#decoder.push(bytes)) this.#keep(message);
    if (this.#decoder.failure !== undefined) {
      this.#socket.destroy(new Error(`The agent's stream is damaged: ${JSON.stringify(this.#decoder.failure)}`));
    }
    this.#wake();
  }

  #keep(message: Message): void {
    this.messages.push(message);
    const alike = this.#byType.get(message.type);
    if (alike === undefined) this.#byType.set(message.type, [message]);
    else alike.push(message);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

async function connected(where: NetConnectOpts): Promise<Socket> {
  const socket = connect(where);
  await once(socket, 'connect');
  return socket;
}

/** A running agent takes a new name unannounced, on its own thread. */
async function connectedSoon(path: string): Promise<Socket> {
  const deadlineMs = performance.now() + NEW_NAME_MS;
  for (;;) {
    try {
      return await connected({ path });
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await pause(CHECK_INTERVAL_MS);
    }
  }
}

/** The agent notices an ended connection late: until then a new host is one too many. */
export async function connectWhenFree(where: string | number, options: HostOptions = {}): Promise<Host> {
  for (;;) {
    const host = await Host.connect(where, options);
    const first = await Promise.race([host.until('hello'), host.until('refused')]).catch(() => undefined);
    if (first !== undefined && !(first.type === 'refused' && first.code === BUSY)) return host;
    host[Symbol.dispose]();
  }
}
