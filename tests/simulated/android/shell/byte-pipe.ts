/** A command's output; resolves when there is room for more. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

/** A command's input; undefined is the end. */
export interface Source {
  read(): Promise<Uint8Array | undefined>;
  /** The next line without its end, as the shell's `read` takes it; undefined is the end. */
  readLine?(): Promise<string | undefined>;
}

/** The pipe's reader is gone, as by SIGPIPE. */
export class BrokenPipe extends Error {}

const HIGH_WATER_BYTES = 256 * 1024;

/** A pipe between commands, or a transport's stream and a command; a slow reader slows the writer. */
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

  async readLine(): Promise<string | undefined> {
    const line: Uint8Array[] = [];
    for (let chunk = await this.read(); chunk; chunk = await this.read()) {
      const end = chunk.indexOf(10);
      line.push(end < 0 ? chunk : chunk.subarray(0, end));
      if (end < 0) continue;
      if (end + 1 < chunk.length) {
        this.#chunks.unshift(chunk.subarray(end + 1));
        this.#bytes += chunk.length - end - 1;
      }
      return Buffer.concat(line).toString('utf8');
    }
    return line.length === 0 ? undefined : Buffer.concat(line).toString('utf8');
  }

  /** The writer ends: the reader gets the rest, then the end. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The reader ends: the rest is dropped, and writing fails. */
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

/** /dev/null as input. */
export const emptySource: Source = { read: async () => undefined };

/** /dev/null as output. */
export const nullSink: Sink = { write: async () => {} };

export async function readAll(source: Source): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads exact numbers of bytes. */
export class ByteReader {
  readonly #source: Source;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Source) {
    this.#source = source;
  }

  /** Undefined if the input ended before. */
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
