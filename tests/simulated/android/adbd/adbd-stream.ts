import { BytePipe, type Sink } from '../shell/byte-pipe.ts';

/**
 * One stream of a transport. The host's bytes are in `input`; `write` sends packets, each after the host's OKAY for the one before
 * (protocol.txt, "WRITE").
 */
export class AdbdStream implements Sink {
  readonly localId: number;
  readonly remoteId: number;
  readonly input = new BytePipe();
  readonly #send: (command: 'OKAY' | 'WRTE' | 'CLSE', payload?: Uint8Array) => void;
  readonly #maxPayload: number;
  readonly #closed = new AbortController();
  #ready: Promise<void> = Promise.resolve();
  #okay: (() => void) | undefined;

  constructor(
    localId: number,
    remoteId: number,
    maxPayload: number,
    send: (command: 'OKAY' | 'WRTE' | 'CLSE', payload?: Uint8Array) => void,
  ) {
    this.localId = localId;
    this.remoteId = remoteId;
    this.#maxPayload = maxPayload;
    this.#send = send;
  }

  /** Aborted when the host closed the stream or the connection ended. */
  get gone(): AbortSignal {
    return this.#closed.signal;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += this.#maxPayload) {
      const previous = this.#ready;
      this.#ready = new Promise((resolve) => {
        void previous.then(() => {
          if (this.gone.aborted) return resolve();
          this.#okay = resolve;
          this.#send('WRTE', bytes.subarray(at, at + this.#maxPayload));
        });
      });
      await previous;
    }
  }

  /** Waits for the host's last OKAY, then closes. */
  async end(): Promise<void> {
    await this.#ready;
    if (this.gone.aborted) return;
    this.#send('CLSE');
    this.drop();
  }

  /** An OKAY for this stream has arrived. */
  acknowledged(): void {
    const okay = this.#okay;
    this.#okay = undefined;
    okay?.();
  }

  /** Bytes for this stream have arrived; the host may send more when there is room. */
  received(bytes: Uint8Array): void {
    this.input.write(bytes).then(
      () => {
        if (!this.gone.aborted) this.#send('OKAY');
      },
      // The service closes the stream itself.
      () => {},
    );
  }

  /** The stream exists no more. */
  drop(): void {
    this.#closed.abort();
    this.input.end();
    this.acknowledged();
  }
}
