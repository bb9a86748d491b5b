import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { draftPath } from '../../../host/capture/journal-name.ts';
import { replaceFile } from '../../../host/capture/place-file.ts';
import { thisWriter } from '../../../host/capture/writer-id.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import type { ExportTask, ProfileWriter } from '../core/export/profile-writer.ts';

/** Pieces are written together. */
const BLOCK_BYTES = 1 << 20;
/** Disks begin early: the last bytes would wait for hundreds of megabytes. */
const SYNC_BYTES = 64 << 20;
const pack = promisify(gzip);

/** Writes a profile; it gets its name when it is whole. A name that ends in `.gz` is packed. Rejects with LaglensError, and AbortError. */
export async function writeProfile(path: string, write: ProfileWriter, task: ExportTask, signal: AbortSignal): Promise<void> {
  const turns = new Turns(nodeTurns, signal);
  const draft = draftPath(path, await thisWriter(), randomUUID());
  try {
    const handle = await open(draft, 'wx', 0o600);
    const blocks = new Blocks(handle, path.endsWith('.gz'));
    try {
      for (const piece of write(task)) {
        await blocks.add(typeof piece === 'string' ? Buffer.from(piece) : piece);
        await turns.pause();
      }
      await blocks.finish();
    } finally {
      await blocks.settled();
      await handle.close();
    }
    await replaceFile(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    if (cause instanceof LaglensError || signal.aborted) throw cause;
    throw new LaglensError({
      code: 'export-failed',
      message: phrase`The file ${path} can't be written: ${messageOf(cause)}.`,
      next: phrase`Name a file in a folder that is there and may be written.`,
      cause,
    });
  }
}

/** Two blocks: one is filled while a thread packs and writes the other. */
class Blocks {
  readonly #handle: FileHandle;
  readonly #isPacked: boolean;
  #filling = new Uint8Array(BLOCK_BYTES);
  #other = new Uint8Array(BLOCK_BYTES);
  #length = 0;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #unsyncedBytes = 0;

  constructor(handle: FileHandle, isPacked: boolean) {
    this.#handle = handle;
    this.#isPacked = isPacked;
  }

  /** Copies the bytes. Rejects as writing does. */
  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#length);
      this.#filling.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
      if (this.#length === BLOCK_BYTES) await this.#flush();
    }
  }

  /** Resolves once the disk has the last byte. Rejects as writing does. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
    // A failure is reported to one of the calls only.
    await this.#syncing;
    await this.#handle.sync();
  }

  /** Resolves once nothing is being written, also after a failure. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#syncing.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#length === 0) return;
    const full = this.#filling;
    this.#writing = this.#write(full.subarray(0, this.#length));
    // Awaited later; until then its failure has no one who takes it.
    this.#writing.catch(() => undefined);
    this.#filling = this.#other;
    this.#other = full;
    this.#length = 0;
  }

  /** Members of a gzip file follow each other (RFC 1952, 2.2). */
  async #write(bytes: Uint8Array): Promise<void> {
    const stored = this.#isPacked ? await pack(bytes) : bytes;
    // One call as a rule: `writeFile` makes several, each waiting for a turn.
    for (let at = 0; at < stored.length; ) at += (await this.#handle.write(stored, at)).bytesWritten;
    this.#unsyncedBytes += stored.length;
    if (this.#unsyncedBytes >= SYNC_BYTES) await this.#sync();
  }

  /** Begins once the last has ended. */
  async #sync(): Promise<void> {
    await this.#syncing;
    this.#unsyncedBytes = 0;
    this.#syncing = this.#handle.datasync();
    this.#syncing.catch(() => undefined);
  }
}
