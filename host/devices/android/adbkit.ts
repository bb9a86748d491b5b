import type { Duplex } from 'node:stream';
import type { Client } from '@devicefarmer/adbkit';
import { Deferred } from '../../deferred.ts';
import type { AdbAddress } from './address.ts';

/** The server said no (`FAIL`), or closed the connection before it answered. */
export class AdbFailure extends Error {
  override readonly name = 'AdbFailure';
}

/** `server.ts` starts the server when it should; adbkit must never do so by itself. */
const NO_PROGRAM = 'laglens-starts-adb-itself';

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
    signal.throwIfAborted();
    const connection = await (await this.#connected()).connection();
    const { parser } = connection;
    const socket = parser.raw();
    const cancel = () => socket.destroy();
    // adbkit hands errors of the socket to listeners of the connection, and throws them when there are none.
    connection.on('error', () => undefined);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      for (const service of services) {
        connection.write(Buffer.from(Buffer.byteLength(service).toString(16).padStart(4, '0') + service));
        const answer = await parser.readAscii(4);
        if (answer === 'FAIL') throw new AdbFailure((await parser.readValue()).toString('utf8'));
        if (answer !== 'OKAY') throw new AdbFailure(`The server answered “${answer}” instead of OKAY or FAIL.`);
      }
      return socket;
    } catch (error) {
      socket.destroy();
      signal.throwIfAborted();
      throw translated(error);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Version of the server, as in "Android Debug Bridge version 1.0.41". */
  async version(): Promise<number> {
    return await (await this.#connected()).version();
  }

  /** Copies a file of this computer onto the device. Throws `AdbFailure` with what the device said. */
  async push(serial: string, from: string, to: string, mode: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const device = (await this.#connected()).getDevice(serial);
    const sync = await Promise.resolve(device.syncService()).catch((error: unknown) => {
      throw translated(error);
    });
    const done = new Deferred<void>();
    const cancel = () => {
      sync.end();
      done.reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const transfer = sync.push(from, to, mode);
      transfer.on('end', () => done.resolve(undefined));
      // Once a transfer runs, the socket breaks because the device refused or went away.
      transfer.on('error', (error: Error) => {
        const known = translated(error);
        done.reject(known instanceof AdbFailure ? known : new AdbFailure(error.message));
      });
      await done.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
      sync.end();
    }
  }

  /** Loaded when first needed: the library is large. It is CommonJS, whose names older Nodes find in its default export only. */
  #connected(): Promise<Client> {
    this.#client ??= import('@devicefarmer/adbkit').then(({ default: { Adb } }) => Adb.createClient({ ...this.#address, bin: NO_PROGRAM }));
    return this.#client;
  }
}

/** adbkit's errors for what the server or the device said, as ours; those of the socket to the server stay as they are. */
function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'PrematureEOFError') return new AdbFailure('The connection was closed.');
  const said = /^Failure: '(.*)'$/s.exec(error.message)?.[1];
  return said === undefined ? error : new AdbFailure(said);
}
