import { createServer, type Server, type Socket } from 'node:net';

/**
 * An adb server of another version without devices, as left running by Android Studio or a vendor's tool. A command line of another version
 * would kill it (`host:kill`); users of a shared server must not.
 */
export class OtherAdbServer {
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(version: number) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      // Clients may leave at any time.
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        // Length in four hex digits, then the service's name (AOSP packages/modules/adb/OVERVIEW.TXT).
        const service = bytes.toString('latin1', 4, 4 + Number.parseInt(bytes.toString('latin1', 0, 4), 16));
        this.asked.push(service);
        socket.end(answerTo(service, version));
        if (service === 'host:kill') this.#server.close();
      });
    });
  }

  /** @param version as from `host:version`; 41 is "Android Debug Bridge version 1.0.41" */
  static async start(version: number): Promise<OtherAdbServer> {
    const other = new OtherAdbServer(version);
    await new Promise<void>((resolve) => other.#server.listen(0, '127.0.0.1', resolve));
    return other;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  get running(): boolean {
    return this.#server.listening;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function answerTo(service: string, version: number): string {
  const sized = (text: string): string => text.length.toString(16).padStart(4, '0') + text;
  switch (service) {
    case 'host:version':
      return `OKAY${sized(version.toString(16).padStart(4, '0'))}`;
    case 'host:devices':
    case 'host:devices-l':
    case 'host:track-devices':
    case 'host:track-devices-l':
      return `OKAY${sized('')}`;
    case 'host:kill':
      return 'OKAY';
    default:
      return `FAIL${sized('unknown host service')}`;
  }
}
