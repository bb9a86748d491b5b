import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from '@devicefarmer/adbkit';
import { guarded } from '../../../../core/guarded.ts';
import { Deferred } from '../../../deferred.ts';
import { KEEP_ALIVE_MS } from '../../../time-limits.ts';
import type { AdbAddress } from './adb-address.ts';

/** The server answered `FAIL` or closed the connection. */
export class AdbFailure extends Error {
  override readonly name = 'AdbFailure';
}

type Connection = Awaited<ReturnType<Client['connection']>>;

/** The only file that uses adbkit. */
export class AdbkitServer {
  readonly #address: AdbAddress;
  #client: Promise<Client> | undefined;

  constructor(address: AdbAddress) {
    this.#address = address;
  }

  /**
   * Requests services in turn (`host:transport:SERIAL`, then `shell,v2:…`). @returns the connection after the last
   * `OKAY`
   * @throws AdbFailure for a refusal, else the socket's error
   */
  async open(services: readonly string[], signal: AbortSignal): Promise<Duplex> {
    return await this.#asked(services, signal, async ({ socket }) => socket);
  }

  /** As in "Android Debug Bridge version 1.0.41". */
  async version(signal: AbortSignal): Promise<number> {
    return await this.#asked(['host:version'], signal, async (conversation) => {
      const version = Number.parseInt((await conversation.value()).toString(), 16);
      conversation.socket.destroy();
      return version;
    });
  }

  /**
   * Copies a file to the device.
   * @param moved reports progress
   * @throws AdbFailure with the device's words
   */
  async push(serial: string, from: string, to: string, mode: number, signal: AbortSignal, moved: () => void): Promise<void> {
    const { default: module } = await import('@devicefarmer/adbkit/dist/src/adb/sync.js');
    await this.#asked([`host:transport:${serial}`, 'sync:'], signal, async ({ connection, socket, unlessOver }) => {
      // adbkit misses only aborts.
      if (socket.destroyed) await unlessOver(new Promise<never>(() => undefined));
      const done = new Deferred<void>();
      const failed = (error: unknown): void => done.reject(error);
      const transfer = new module.default(connection).push(from, to, mode);
      transfer.on('progress', guarded(moved, failed));
      transfer.on('end', () => done.resolve(undefined));
      // The socket of a transfer breaks after a refusal or a loss.
      const refused = (error: Error): void => {
        const known = translated(error);
        done.reject(known instanceof AdbFailure ? known : new AdbFailure(error.message));
      };
      transfer.on('error', guarded(refused, failed));
      await unlessAborted(signal, done.promise, () => undefined);
      socket.destroy();
    });
  }

  /** Errors and aborts close the connection. */
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

  /** Loaded on demand as it is large. It gets no program to start. Older Nodes find CommonJS names only in the default export. */
  #loaded(): Promise<Client> {
    this.#client ??= import('@devicefarmer/adbkit').then(({ default: { Adb } }) =>
      Adb.createClient({ ...this.#address, bin: noProgram(process.platform) }),
    );
    return this.#client;
  }
}

/** adbkit throws socket errors that nobody listens to. */
function closeLate(connection: Connection): void {
  connection.on('error', () => undefined);
  connection.parser.raw().destroy();
}

/** adbkit's reader would hang after the socket is destroyed. */
class Conversation {
  readonly connection: Connection;
  readonly socket: Duplex;
  readonly #over = new Deferred<never>();

  constructor(connection: Connection) {
    this.connection = connection;
    this.socket = connection.parser.raw();
    if (this.socket instanceof Socket) this.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // Prevents an unhandled rejection.
    this.#over.promise.catch(() => undefined);
    this.socket.once('error', (error: Error) => this.#over.reject(error));
    this.socket.once('close', () => this.#over.reject(new AdbFailure('The connection was closed.')));
    // adbkit throws errors without a listener.
    connection.on('error', () => undefined);
  }

  /** Rejects when the socket breaks or closes first. */
  readonly unlessOver = async <T>(promise: PromiseLike<T>): Promise<T> => await Promise.race([promise, this.#over.promise]);

  /** @throws AdbFailure with the server's answer */
  async ask(service: string): Promise<void> {
    this.connection.write(Buffer.from(Buffer.byteLength(service).toString(16).padStart(4, '0') + service));
    const answer = (await this.#read(4)).toString('latin1');
    if (answer === 'FAIL') throw new AdbFailure((await this.value()).toString('utf8'));
    if (answer !== 'OKAY') throw new AdbFailure(`The server answered “${answer}” instead of OKAY or FAIL.`);
  }

  /** Length-prefixed by four hex digits. */
  async value(): Promise<Buffer> {
    return await this.#read(Number.parseInt((await this.#read(4)).toString('latin1'), 16));
  }

  #read(bytes: number): Promise<Buffer> {
    return this.unlessOver(this.connection.parser.readBytes(bytes));
  }
}

/** Rejects on abort and drops a late result. */
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

/** Socket errors stay as they are. */
function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'PrematureEOFError') return new AdbFailure('The connection was closed.');
  const said = /^Failure: '(.*)'$/s.exec(error.message)?.[1];
  return said === undefined ? error : new AdbFailure(said);
}

/** An absolute path where no program can be, so libraries search neither PATH nor the current folder. */
export function noProgram(platform: NodeJS.Platform): string {
  // Devices contain no files, and Windows forbids these characters (Microsoft, “Naming Files, Paths, and Namespaces”).
  return platform === 'win32' ? String.raw`C:\<laglens starts adb itself>\none.exe` : '/dev/null/laglens-starts-adb-itself';
}
