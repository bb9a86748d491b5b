import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileHeader } from '../../core/session/file/file-layout.ts';
import { errorCode } from '../error-code.ts';
import { journalPath } from './journal-name.ts';
import { placeNew, replaceFile, syncFolder } from './place-file.ts';
import { thisWriter, type WriterId } from './writer-id.ts';

/** What a journal needs of a file; tests give one that is full or can't be placed. */
export interface JournalFile {
  /** Where it stands now. */
  readonly path: string;
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Tells other windows, by the file's time of change, that somebody writes it. */
  beat(): Promise<void>;
  /** When another window took the file away, goes on in a new one that holds all that was written. True when it did. */
  stay(): Promise<boolean>;
  /** Brings the contents onto the disk, but not every time stamp. */
  dataSync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
  /** After `close`: gives it its final name, and resolves with it. */
  place(path: string, overwrite: boolean): Promise<string>;
  /** After `close`: removes it. */
  remove(): Promise<void>;
}

const COPY_BYTES = 1 << 20;

/** Creates the journal of the session file `path`. */
export async function createJournalFile(path: string): Promise<JournalFile> {
  const writer = await thisWriter();
  const file = new DiskJournal(path, writer, await create(journalPath(path, writer)));
  await syncFolder(dirname(path));
  return file;
}

/** Exclusive creation follows no link and takes over no file of somebody else's. It is read when it has to be copied. */
function create(path: string): Promise<FileHandle> {
  return open(path, 'wx+', 0o600);
}

class DiskJournal implements JournalFile {
  readonly #becomes: string;
  readonly #writer: WriterId;
  #handle: FileHandle;
  /** How often another window took the file away. */
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

  /** `utimes` would send this computer's clock, which may differ from the file server's: the same bytes are written again. */
  async beat(): Promise<void> {
    const header = fileHeader();
    if (this.#written >= header.length) await writeAll(this.#handle, header, 0);
  }

  async stay(): Promise<boolean> {
    if (await this.#isInPlace()) return false;
    const from = this.#handle;
    const moves = this.#moves + 1;
    // The whole folder may be gone.
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

  async place(path: string, overwrite: boolean): Promise<string> {
    if (!overwrite) return placeNew(this.path, path);
    await replaceFile(this.path, path);
    return path;
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }

  /** Both are asked by handle: by name, Node on Windows may give another number of the volume (libuv pull request 4698). */
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

/** A full disk takes a part before it says no. */
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
