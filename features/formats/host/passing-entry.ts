import { posix } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import type { ByteSource } from '../core/import/byte-source.ts';
import { BEGIN_BYTES } from '../core/recognise.ts';
import type { Entry, EntryBegin } from './container.ts';
import { unpackedChunks } from './unpacked-chunks.ts';

/** An entry whose bytes come once: its begin, then all. */
export class PassingEntry implements EntryBegin {
  readonly entry: Entry;
  readonly whole: ByteSource;
  readonly #stored: AsyncGenerator<Uint8Array>;
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #first: Uint8Array[] = [];
  begin = new Uint8Array(0);
  fault?: LaglensError;

  private constructor(entry: Entry, stored: AsyncGenerator<Uint8Array>) {
    this.entry = entry;
    this.#stored = stored;
    this.#chunks = unpackedChunks(entry.name, stored);
    this.whole = { name: posix.basename(entry.name), size: entry.size, chunks: () => this.#all() };
  }

  /** @param stored the entry's bytes without the container's packing */
  static async begin(entry: Entry, stored: AsyncGenerator<Uint8Array>): Promise<PassingEntry> {
    const passing = new PassingEntry(entry, stored);
    try {
      await passing.#begin();
    } catch (fault) {
      if (!(fault instanceof LaglensError)) throw fault;
      passing.fault = fault;
    }
    return passing;
  }

  /** Resolves when nothing takes from `stored` any more: unpacking reads ahead. */
  async end(): Promise<void> {
    await this.#chunks.return(undefined);
    await this.#stored.return(undefined);
  }

  async #begin(): Promise<void> {
    for (let length = 0; length < BEGIN_BYTES; ) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#first.push(next.value);
      length += next.value.length;
    }
    this.begin = Uint8Array.from(Buffer.concat(this.#first).subarray(0, BEGIN_BYTES));
  }

  async *#all(): AsyncGenerator<Uint8Array> {
    yield* this.#first.splice(0);
    yield* this.#chunks;
  }
}
