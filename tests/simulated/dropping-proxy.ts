import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A port that can lose everything without a reset, as a network or a sleeping laptop does. */
export class DroppingProxy {
  readonly port: number;
  readonly #to: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  /** Connections begun during a loss, which lead nowhere. */
  readonly #astray = new Set<Socket>();
  #isDropping = false;

  private constructor(server: Server, port: number, to: number) {
    this.#server = server;
    this.port = port;
    this.#to = to;
  }

  static async start(to: number): Promise<DroppingProxy> {
    // A closed half stays closed until `resume`.
    const server = createServer({ allowHalfOpen: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('A TCP server without an address');
    const proxy = new DroppingProxy(server, address.port, to);
    server.on('connection', (socket) => proxy.#take(socket));
    return proxy;
  }

  /** Open connections on the user's side. */
  get connections(): number {
    return this.#pairs.size + this.#astray.size;
  }

  /** Nothing passes from now on; connections stay open. */
  drop(): void {
    this.#isDropping = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.unpipe().pause();
  }

  /** Everything passes again, including ends of closed connections. */
  resume(): void {
    this.#isDropping = false;
    for (const pair of this.#pairs) this.#join(pair);
    // Their first packet was lost; a network would resend it.
    for (const socket of this.#astray) socket.destroy();
    this.#astray.clear();
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    for (const socket of this.#astray) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#isDropping) {
      this.#astray.add(socket.pause());
      return;
    }
    const far = connect({ port: this.#to, host: '127.0.0.1', allowHalfOpen: true });
    const pair = [socket, far] as const;
    this.#pairs.add(pair);
    for (const each of pair) {
      each.on('error', () => each.destroy());
      each.on('close', () => {
        if (!this.#isDropping) this.#forget(pair);
      });
    }
    this.#join(pair);
  }

  #join(pair: readonly [Socket, Socket]): void {
    const [near, far] = pair;
    if (near.destroyed || far.destroyed) {
      this.#forget(pair);
      return;
    }
    near.pipe(far);
    far.pipe(near);
  }

  #forget(pair: readonly [Socket, Socket]): void {
    this.#pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }
}
