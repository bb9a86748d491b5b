import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../../host/free-port.ts';
import { throttled } from '../../slow-link.ts';
import type { Faults } from '../android-faults.ts';
import { AdbdConnection, type OpenService, type TransportFacts } from './adbd-connection.ts';

/** adbd on a port of this computer's loopback, as after `adb tcpip`. */
export class AdbdListener {
  readonly #facts: TransportFacts;
  readonly #faults: Faults;
  readonly #open: OpenService;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(facts: TransportFacts, faults: Faults, open: OpenService) {
    this.#facts = facts;
    this.#faults = faults;
    this.#open = open;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens, on the same port each time. */
  async listen(): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const handshake =
        this.#faults.connection === 'unauthorized' ? 'unauthorized' : this.#faults.connection === 'offline' ? 'silent' : 'accept';
      new AdbdConnection(
        throttled(socket, () => this.#faults.bytesPerSecond),
        this.#facts,
        handshake,
        this.#open,
      );
    });
    this.#server = server;
    // It must stay free without a listener.
    if (this.#port === 0) this.#port = await freePort();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
  }

  /** Unplugs the cable: the link breaks, and nobody can connect. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }
}
