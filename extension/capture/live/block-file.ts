import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { BlockStore } from './byte-log.ts';

/**
 * Blocks in a file. Synchronous, as at most 256 kB go to the page cache every few seconds. Unlinked at once where
 * possible, so that a killed editor leaves nothing.
 */
export class BlockFile implements BlockStore {
  readonly #path: string;
  #handle: number | undefined;
  #end = 0;

  /** @param path must not exist */
  constructor(path: string) {
    this.#path = path;
  }

  add(block: Uint8Array): number {
    this.#handle ??= this.#opened();
    const at = this.#end;
    for (let done = 0; done < block.length; ) done += writeSync(this.#handle, block, done, block.length - done, at + done);
    this.#end = at + block.length;
    return at;
  }

  read(at: number, length: number): Uint8Array {
    const handle = this.#handle;
    if (handle === undefined) throw new RangeError('Nothing was stored yet.');
    const block = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const count = readSync(handle, block, done, length - done, at + done);
      if (count === 0) throw new RangeError('The file with the older part of the recording was cut.');
      done += count;
    }
    return block;
  }

  close(): void {
    if (this.#handle === undefined) return;
    closeSync(this.#handle);
    this.#handle = undefined;
    rmSync(this.#path, { force: true });
  }

  #opened(): number {
    const handle = openSync(this.#path, 'wx+', 0o600);
    // Windows keeps the name of an open file.
    if (process.platform !== 'win32') rmSync(this.#path, { force: true });
    return handle;
  }
}
