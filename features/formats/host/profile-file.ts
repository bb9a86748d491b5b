import type { Stats } from 'node:fs';
import { type FileHandle, readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { inflateSync } from 'node:zlib';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { unpackZstd } from '../../../host/builds/unpack/unpackers.ts';
import { fileProblem } from '../../../host/file-problem.ts';
import { openForeignFile } from '../../../host/foreign-file.ts';
import { ENTRY_MARK, refuseFolder } from '../core/containers/entry-choice.ts';
import { isGzip, isSession } from '../core/recognise.ts';
import type { StoredFile } from './container.ts';
import { beginOf, PIECE_BYTES, unpackedChunks } from './unpacked-chunks.ts';

/** @param share of the file, as it is stored; each pass begins at 0 again */
export type OnRead = (share: number) => void;

/** Another tool's file, unpacked as it is read. Close it. */
export class ProfileFile implements StoredFile {
  readonly name: string;
  readonly size: number;
  readonly #handle: FileHandle;
  #isCut = false;

  readonly #onRead: OnRead | undefined;

  private constructor(handle: FileHandle, name: string, size: number, onRead: OnRead | undefined) {
    this.#handle = handle;
    this.#onRead = onRead;
    this.name = name;
    this.size = size;
  }

  /** @throws LaglensError `session-not-found` for missing or unreadable files, `format-unknown` for folders */
  static async open(path: string, onRead?: OnRead): Promise<ProfileFile> {
    try {
      const { handle, found } = await openForeignFile(path, { links: 'follow' });
      return new ProfileFile(handle, basename(path), found.size, onRead);
    } catch (cause) {
      await refuseIfFolder(path);
      throw new LaglensError({
        code: 'session-not-found',
        message: phrase`The file ${path} cannot be opened: ${fileProblem(cause)}.`,
        next: phrase`Check the path, and that your user may read the file.`,
        cause,
      });
    }
  }

  /** Undefined where it cannot be opened. */
  static async openIfThere(path: string): Promise<ProfileFile | undefined> {
    try {
      return await ProfileFile.open(path);
    } catch (error) {
      if (error instanceof LaglensError) return undefined;
      throw error;
    }
  }

  /** The unpacked begin, for recognition. */
  begin(): Promise<Uint8Array> {
    return beginOf(this.chunks());
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** @throws as `unpackedChunks` */
  chunks(): AsyncGenerator<Uint8Array> {
    return unpackedChunks(this.name, this.stored(), () => {
      this.#isCut = true;
    });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async *stored(from = 0, length = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
    for (let at = from; at < from + length; ) {
      const most = Math.min(PIECE_BYTES, from + length - at);
      const { bytesRead, buffer } = await this.#handle.read(new Uint8Array(most), 0, most, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      this.#onRead?.(at / this.size);
      yield buffer.subarray(0, bytesRead);
    }
  }
}

/** By content or ending: a damaged header is the session reader's affair. False for packed ones. Rejects as `ProfileFile.open`. */
export async function isSessionFile(given: string): Promise<boolean> {
  const { path, entry } = await splitEntry(given);
  if (entry !== undefined) return false;
  const file = await ProfileFile.open(path);
  try {
    if (isSession(await file.begin())) return !isGzip(await beginOf(file.stored(0, 2)));
    return path.endsWith('.laglens') || path.endsWith('.journal');
  } finally {
    await file.close();
  }
}

/** Undefined where zlib refuses the bytes, or they unpack to more than `most`. */
export function inflateAtMost(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

/** Undefined for damaged frames, and those that unpack to more than `most`. */
export function unzstdAtMost(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return unpackZstd(bytes, most);
  } catch {
    return undefined;
  }
}

/** The file and the entry of `FILE!/ENTRY`; no entry where a file or folder has the whole name. */
export async function splitEntry(given: string): Promise<{ readonly path: string; readonly entry: string | undefined }> {
  const first = given.indexOf(ENTRY_MARK);
  if (first < 0 || (await foundAt(given)) !== undefined) return { path: given, entry: undefined };
  let at = first;
  // Names of folders may end with the mark's sign.
  while (at >= 0 && (await foundAt(given.slice(0, at)))?.isFile() !== true) at = given.indexOf(ENTRY_MARK, at + 1);
  if (at < 0) at = first;
  return { path: given.slice(0, at), entry: given.slice(at + ENTRY_MARK.length) };
}

async function foundAt(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

async function refuseIfFolder(path: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch {
    // The caller has the error of its opening.
    return;
  }
  refuseFolder(basename(path), names);
}
