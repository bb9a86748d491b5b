import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileHeader } from '../../core/session/file/file-layout.ts';
import { errorCode } from '../error-code.ts';
import { journalPath } from './journal-name.ts';
import { packJournal } from './pack-journal.ts';
import { placeNew, replaceFile, syncFolder } from './place-file.ts';
import { thisWriter, type WriterId } from './writer-id.ts';

/** A journal's file; tests give failing ones. */
export interface JournalFile {
  readonly path: string;
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Shows other windows a living writer by the time of change. */
  beat(): Promise<void>;
  /** Continues in a new file if another window took this one. @returns true then */
  stay(): Promise<boolean>;
  /** Syncs contents, but not every time stamp. */
  dataSync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
  /** After `close`. Makes a finished file smaller; a failure leaves it as it is. */
  pack(): Promise<void>;
  /** After `close`. @returns the final name */
  place(path: string, overwrite: boolean): Promise<string>;
  /** After `close`. */
  remove(): Promise<void>;
}

const COPY_BYTES = 1 << 20;

export async function createJournalFile(path: string): Promise<JournalFile> {
  const writer = await thisWriter();
  const file = new DiskJournal(path, writer, await create(journalPath(path, writer)));
  await syncFolder(dirname(path));
  return file;
}

/** Follows no link and opens no existing file. Read access allows a copy. */
function create(path: string): Promise<FileHandle> {
  return open(path, 'wx+', 0o600);
}

class DiskJournal implements JournalFile {
  readonly #becomes: string;
  readonly #writer: WriterId;
  #handle: FileHandle;
  #moves = 0;
  #written = 0;

  constructor(becomes: string, writer: WriterId, handle: FileHandle) {
    this.#becomes = becomes;
    this.#writer = writer;
    this.#handle = handle;
  }

  get path(): string {
    return journalPath(this.#becomes, this.#writer, this.#moves);
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    await writeAll(this.#handle, bytes, offset);
    this.#written = Math.max(this.#written, offset + bytes.length);
  }

  /** `utimes` would use this computer's clock instead of the file server's, so the same bytes are written. */
  async beat(): Promise<void> {
    const header = fileHeader();
    if (this.#written >= header.length) await writeAll(this.#handle, header, 0);
  }

  async stay(): Promise<boolean> {
    if (await this.#isInPlace()) return false;
    const from = this.#handle;
    const moves = this.#moves + 1;
    // The folder may be gone.
    await mkdir(dirname(this.#becomes), { recursive: true });
    const to = await create(journalPath(this.#becomes, this.#writer, moves));
    try {
      await copyBytes(from, to, this.#written);
    } catch (error) {
      await to.close();
      await rm(journalPath(this.#becomes, this.#writer, moves), { force: true });
      throw error;
    }
    this.#handle = to;
    this.#moves = moves;
    await from.close();
    return true;
  }

  dataSync(): Promise<void> {
    return this.#handle.datasync();
  }

  sync(): Promise<void> {
    return this.#handle.sync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  pack(): Promise<void> {
    return packJournal(this.path, this.#becomes);
  }

  async place(path: string, overwrite: boolean): Promise<string> {
    if (!overwrite) return placeNew(this.path, path);
    await replaceFile(this.path, path);
    return path;
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }

  /** Queried by handle: Node on Windows may give another volume number by name (libuv pull request 4698). */
  async #isInPlace(): Promise<boolean> {
    try {
      const there = await open(this.path, 'r');
      try {
        const [mine, found] = await Promise.all([this.#handle.stat({ bigint: true }), there.stat({ bigint: true })]);
        return found.ino === mine.ino && found.dev === mine.dev;
      } finally {
        await there.close();
      }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }
}

/** A full disk takes a part first. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, offset + at);
    at += bytesWritten;
  }
}

async function copyBytes(from: FileHandle, to: FileHandle, length: number): Promise<void> {
  const buffer = new Uint8Array(COPY_BYTES);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, length - at), at);
    if (bytesRead === 0) return;
    await writeAll(to, buffer.subarray(0, bytesRead), at);
    at += bytesRead;
  }
}
