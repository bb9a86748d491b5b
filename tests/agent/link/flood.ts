import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const AT_ONCE = 40;
/** Ends an unstopped flood. */
const MOST = 20_000;

/** Strangers who connect, stay silent, and return when disconnected. */
export class Flood implements AsyncDisposable {
  /** Connections so far. */
  opened = 0;
  readonly #where: string | number;
  readonly #open = new Set<Socket>();
  #ended = false;

  private constructor(where: string | number) {
    this.#where = where;
  }

  /** Resolves when more strangers are connected than the agent has places. */
  static async start(where: string | number): Promise<Flood> {
    const flood = new Flood(where);
    await Promise.all(Array.from({ length: AT_ONCE }, () => once(flood.#come(), 'connect')));
    return flood;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    const left = [...this.#open].map((socket) => once(socket, 'close'));
    for (const socket of this.#open) socket.destroy();
    await Promise.all(left);
  }

  #come(): Socket {
    const socket = typeof this.#where === 'number' ? connect(this.#where, '127.0.0.1') : connect(this.#where);
    this.opened++;
    this.#open.add(socket);
    // Refused or reset: it returns anyway.
    socket.on('error', () => undefined);
    socket.resume().once('end', () => socket.destroy());
    socket.once('close', () => {
      this.#open.delete(socket);
      if (!this.#ended && this.opened < MOST) this.#come();
    });
    return socket;
  }
}
