import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, inflateSync } from 'node:zlib';
import { LaglensError } from '../../core/errors.ts';
import type { ByteSource } from '../../core/formats/import/byte-source.ts';
import { importLimits } from '../../core/formats/import/import-limits.ts';
import { BEGIN_BYTES, isGzip, isSession } from '../../core/formats/recognise.ts';
import { unpackZstd } from '../builds/unpack/unpackers.ts';
import { fileProblem } from '../file-problem.ts';
import { openForeignFile } from '../foreign-file.ts';

const PIECE_BYTES = 256 << 10;

/** Another tool's file, unpacked as it is read. Close it. */
export class ProfileFile implements ByteSource {
  readonly name: string;
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #isPacked: boolean;

  private constructor(handle: FileHandle, name: string, size: number, isPacked: boolean) {
    this.#handle = handle;
    this.name = name;
    this.size = size;
    this.#isPacked = isPacked;
  }

  /** @throws LaglensError `session-not-found` for missing or unreadable files */
  static async open(path: string): Promise<ProfileFile> {
    try {
      const { handle, found } = await openForeignFile(path, { links: 'follow' });
      const { bytesRead, buffer } = await handle.read(new Uint8Array(2), 0, 2, 0);
      return new ProfileFile(handle, basename(path), found.size, isGzip(buffer.subarray(0, bytesRead)));
    } catch (cause) {
      throw new LaglensError({
        code: 'session-not-found',
        message: `The file ${path} cannot be opened: ${fileProblem(cause)}.`,
        next: 'Check the path, and that your user may read the file.',
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
  async begin(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of this.chunks()) {
      pieces.push(piece);
      length += piece.length;
      if (length >= BEGIN_BYTES) break;
    }
    return Uint8Array.from(Buffer.concat(pieces).subarray(0, BEGIN_BYTES));
  }

  /** @throws LaglensError for too many bytes and damaged packing; a cut one gives what it has */
  async *chunks(): AsyncGenerator<Uint8Array> {
    let length = 0;
    try {
      for await (const piece of this.#isPacked ? this.#unpacked() : this.#stored()) {
        length += piece.length;
        if (length > importLimits.fileBytes) throw tooLarge(this.name);
        yield piece;
      }
    } catch (cause) {
      if (cause instanceof LaglensError) throw cause;
      // A reader sees the cut by itself, as in files that were not packed.
      if (isCutPacking(cause) && length > 0) return;
      throw new LaglensError({
        code: 'format-unreadable',
        message: `${this.name} cannot be read: ${fileProblem(cause)}.`,
        next: 'Copy or export the file again.',
        cause,
      });
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async *#stored(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await this.#handle.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async *#unpacked(): AsyncGenerator<Uint8Array> {
    const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
    const stored = Readable.from(this.#stored());
    stored.on('error', (error) => gunzip.destroy(error));
    stored.pipe(gunzip);
    try {
      yield* gunzip;
    } finally {
      stored.destroy();
      gunzip.destroy();
    }
  }
}

/** By content or ending: a damaged header is the session reader's affair. Rejects as `ProfileFile.open`. */
export async function isSessionFile(path: string): Promise<boolean> {
  const file = await ProfileFile.open(path);
  try {
    return path.endsWith('.laglens') || path.endsWith('.journal') || isSession(await file.begin());
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

function isCutPacking(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

function tooLarge(name: string): LaglensError {
  return new LaglensError({
    code: 'format-too-large',
    message: `${name} unpacks to more than ${importLimits.fileBytes / 2 ** 30} GiB.`,
    next: 'Record or export a shorter time.',
  });
}
