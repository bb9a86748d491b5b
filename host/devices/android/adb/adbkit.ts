import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from '@devicefarmer/adbkit';
import { guarded } from '../../../../core/guarded.ts';
import { Deferred } from '../../../deferred.ts';
import { KEEP_ALIVE_MS } from '../../../time-limits.ts';
import type { AdbAddress } from './adb-address.ts';
import { noProgram } from './no-program.ts';

/** The server said no (`FAIL`), or closed the connection before it answered. */
export class AdbFailure extends Error {
  override readonly name = 'AdbFailure';
}

type Connection = Awaited<ReturnType<Client['connection']>>;

/** The adb server as adbkit reaches it. The only file that knows this library. */
export class AdbkitServer {
  readonly #address: AdbAddress;
  #client: Promise<Client> | undefined;

  constructor(address: AdbAddress) {
    this.#address = address;
  }

  /**
   * Connects and asks for services one after the other (`host:transport:SERIAL`, then `shell,v2:…`); gives the raw connection
   * after the last `OKAY`. Throws `AdbFailure` when the server refuses, the socket's error when it is not there.
   */
  async open(services: readonly string[], signal: AbortSignal): Promise<Duplex> {
    return await this.#asked(services, signal, async ({ socket }) => socket);
  }

  /** Version of the server, as in "Android Debug Bridge version 1.0.41". */
  async version(signal: AbortSignal): Promise<number> {
    return await this.#asked(['host:version'], signal, async (conversation) => {
      const version = Number.parseInt((await conversation.value()).toString(), 16);
      conversation.socket.destroy();
      return version;
    });
  }

  /**
   * Copies a file of this computer onto the device. Throws `AdbFailure` with what the device said.
   * @param moved called when some of it has gone
   */
  async push(serial: string, from: string, to: string, mode: number, signal: AbortSignal, moved: () => void): Promise<void> {
    const { default: module } = await import('@devicefarmer/adbkit/dist/src/adb/sync.js');
    await this.#asked([`host:transport:${serial}`, 'sync:'], signal, async ({ connection, socket, unlessOver }) => {
      // From its first read on adbkit hears of every end but that by the signal.
      if (socket.destroyed) await unlessOver(new Promise<never>(() => undefined));
      const done = new Deferred<void>();
      const failed = (error: unknown): void => done.reject(error);
      const transfer = new module.default(connection).push(from, to, mode);
      transfer.on('progress', guarded(moved, failed));
      transfer.on('end', () => done.resolve(undefined));
      // Once a transfer runs, the socket breaks because the device refused or went away.
      const refused = (error: Error): void => {
        const known = translated(error);
        done.reject(known instanceof AdbFailure ? known : new AdbFailure(error.message));
      };
      transfer.on('error', guarded(refused, failed));
      await unlessAborted(signal, done.promise, () => undefined);
      socket.destroy();
    });
  }

  /** Asks for services, then goes on with the connection; whatever goes wrong ends it, and so does the signal until then. */
  async #asked<T>(services: readonly string[], signal: AbortSignal, goOn: (conversation: Conversation) => Promise<T>): Promise<T> {
    const client = await this.#loaded();
    signal.throwIfAborted();
    const conversation = new Conversation(await unlessAborted<Connection>(signal, client.connection(), closeLate));
    const { socket } = conversation;
    const cancel = () => socket.destroy();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      for (const service of services) await conversation.ask(service);
      const result = await goOn(conversation);
      signal.throwIfAborted();
      return result;
    } catch (error) {
      socket.destroy();
      signal.throwIfAborted();
      throw translated(error);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Loaded when first needed: the library is large. `server.ts` starts the server, so the library gets no program for that. It is CommonJS, whose names older Nodes find in its default export only. */
  #loaded(): Promise<Client> {
    this.#client ??= import('@devicefarmer/adbkit').then(({ default: { Adb } }) =>
      Adb.createClient({ ...this.#address, bin: noProgram(process.platform) }),
    );
    return this.#client;
  }
}

/** A connection that nobody waits for any more: adbkit throws errors of its socket when nobody listens. */
function closeLate(connection: Connection): void {
  connection.on('error', () => undefined);
  connection.parser.raw().destroy();
}

/** A connection to the server. adbkit's reader would wait for ever when its socket was destroyed, by us or between two answers. */
class Conversation {
  readonly connection: Connection;
  readonly socket: Duplex;
  readonly #over = new Deferred<never>();

  constructor(connection: Connection) {
    this.connection = connection;
    this.socket = connection.parser.raw();
    if (this.socket instanceof Socket) this.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // Nobody may be waiting for it when it comes.
    this.#over.promise.catch(() => undefined);
    this.socket.once('error', (error: Error) => this.#over.reject(error));
    this.socket.once('close', () => this.#over.reject(new AdbFailure('The connection was closed.')));
    // adbkit hands errors of the socket to listeners of the connection, and throws them when there are none.
    connection.on('error', () => undefined);
  }

  /** What the promise gives. Rejects when the socket breaks or is closed before, by whomever. */
  readonly unlessOver = async <T>(promise: PromiseLike<T>): Promise<T> => await Promise.race([promise, this.#over.promise]);

  /** Asks for a service and waits for the `OKAY`. Throws `AdbFailure` with what the server says instead. */
  async ask(service: string): Promise<void> {
    this.connection.write(Buffer.from(Buffer.byteLength(service).toString(16).padStart(4, '0') + service));
    const answer = (await this.#read(4)).toString('latin1');
    if (answer === 'FAIL') throw new AdbFailure((await this.value()).toString('utf8'));
    if (answer !== 'OKAY') throw new AdbFailure(`The server answered “${answer}” instead of OKAY or FAIL.`);
  }

  /** Bytes after four hex digits of their length. */
  async value(): Promise<Buffer> {
    return await this.#read(Number.parseInt((await this.#read(4)).toString('latin1'), 16));
  }

  #read(bytes: number): Promise<Buffer> {
    return this.unlessOver(this.connection.parser.readBytes(bytes));
  }
}

/** What a promise gives, or the signal's reason as soon as there is one; what comes later all the same is let go. */
async function unlessAborted<T>(signal: AbortSignal, promise: PromiseLike<T>, letGo: (late: T) => void): Promise<T> {
  const aborted = new Deferred<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } catch (error) {
    if (signal.aborted) promise.then(letGo, () => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** adbkit's errors for what the server or the device said, as ours; those of the socket to the server stay as they are. */
function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'PrematureEOFError') return new AdbFailure('The connection was closed.');
  const said = /^Failure: '(.*)'$/s.exec(error.message)?.[1];
  return said === undefined ? error : new AdbFailure(said);
}
