export interface SessionSource {
  /** In bytes. */
  readonly size: number;
  /** Returns fewer bytes only at the end of the file. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

const WINDOW_BYTES = 1 << 20;

/** Reads large ranges, as chunks are small and a request may go to another computer. */
export class WindowedSource {
  readonly size: number;
  readonly #source: SessionSource;
  #window: Uint8Array = new Uint8Array(0);
  #offset = 0;

  constructor(source: SessionSource) {
    this.#source = source;
    this.size = source.size;
  }

  /** Fewer bytes at the end of the file. They are never changed. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const inside = offset >= this.#offset && offset + length <= this.#offset + this.#window.length;
    if (!inside) {
      this.#window = await this.#source.read(offset, Math.min(Math.max(length, WINDOW_BYTES), Math.max(0, this.size - offset)));
      this.#offset = offset;
    }
    return this.#window.subarray(offset - this.#offset, offset - this.#offset + length);
  }
}
