/** Where a command writes to; resolves when there is room for more. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

/** Where a command reads from; undefined is the end. */
export interface Source {
  read(): Promise<Uint8Array | undefined>;
}

/** The reader of a pipe has gone: what a process is told by SIGPIPE. */
export class BrokenPipe extends Error {}

const HIGH_WATER_BYTES = 256 * 1024;

/** A pipe between two commands, or between a stream of the transport and a command; a slow reader slows the writer down. */
export class BytePipe implements Sink, Source {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #ended = false;
  #broken = false;
  readonly #waiting: (() => void)[] = [];

  async write(bytes: Uint8Array): Promise<void> {
    while (this.#bytes >= HIGH_WATER_BYTES && !this.#broken) await this.#change();
    if (this.#broken) throw new BrokenPipe('nobody reads this pipe any more');
    if (bytes.length === 0 || this.#ended) return;
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    this.#wake();
  }

  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk) {
        this.#bytes -= chunk.length;
        this.#wake();
        return chunk;
      }
      if (this.#ended || this.#broken) return undefined;
      await this.#change();
    }
  }

  /** The writer is done: the reader gets what is left, then the end. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The reader is done: what is left is thrown away, and writing fails. */
  break(): void {
    this.#broken = true;
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** An input that is at its end, /dev/null. */
export const emptySource: Source = { read: async () => undefined };

/** An output that keeps nothing, /dev/null. */
export const nullSink: Sink = { write: async () => {} };

/** Everything up to the end of an input. */
export async function readAll(source: Source): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads exact numbers of bytes off an input whose chunks come as they like. */
export class ByteReader {
  readonly #source: Source;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Source) {
    this.#source = source;
  }

  /** `length` bytes, or undefined when the input ended before. */
  async take(length: number): Promise<Buffer | undefined> {
    if (this.#rest.length < length) {
      const chunks = [this.#rest];
      let bytes = this.#rest.length;
      while (bytes < length) {
        const chunk = await this.#source.read();
        if (!chunk) return undefined;
        chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        bytes += chunk.length;
      }
      this.#rest = Buffer.concat(chunks);
    }
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
