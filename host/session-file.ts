import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { LaglensError } from '../core/errors.ts';
import { writeMessages } from '../core/session/copy/copy-session.ts';
import type { Redaction } from '../core/session/copy/redaction.ts';
import type { ReplayDriver } from '../core/session/file/replay.ts';
import type { SessionSource } from '../core/session/file/session-source.ts';
import { SessionWriter } from '../core/session/file/writer.ts';
import { phrase } from '../core/text/phrase.ts';
import type { Message } from '../core/wire/schema.ts';
import { fileProblem } from './file-problem.ts';
import { openForeignFile } from './foreign-file.ts';
import { nodeTurns } from './turn-driver.ts';

/** Larger chunks are inflated in a thread: the maximum of 8 MiB takes 30 ms. */
const AT_ONCE_BYTES = 256 << 10;
/** Bytes of the smallest buffer that zlib takes. */
const LEAST_PIECE = 64;
const inflateElsewhere = promisify(inflateRaw);

/** Inflates chunks within their announced size, and yields in between. */
export const inflateDriver: ReplayDriver = {
  ...nodeTurns,
  turns: nodeTurns,
  inflate: (stored, rawLength) => {
    // One buffer avoids pieces of 16 KiB, each with its own copy, and its own event in a thread.
    const options = { maxOutputLength: Math.max(1, rawLength), chunkSize: Math.max(LEAST_PIECE, rawLength) };
    return rawLength > AT_ONCE_BYTES ? inflateElsewhere(stored, options) : inflateRawSync(stored, options);
  },
};

/** A session or journal, read by ranges. Close it. */
export class SessionFile implements SessionSource {
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** @throws LaglensError `session-not-found` for missing or unreadable files */
  static async open(path: string): Promise<SessionFile> {
    try {
      const { handle, found } = await openForeignFile(path, { links: 'follow' });
      return new SessionFile(handle, found.size);
    } catch (cause) {
      throw new LaglensError({
        code: 'session-not-found',
        message: phrase`The session ${path} cannot be opened: ${fileProblem(cause)}.`,
        next: phrase`Check the path, and that your user may read the file.`,
        cause,
      });
    }
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, bytes.length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** A redacted session file in memory. Rejects as the messages do. */
export async function sessionBytes(
  messages: AsyncIterable<readonly Message[]>,
  redaction: Redaction | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const writer = new SessionWriter({
    deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
    // Writes are sequential, so pieces are in order.
    write: (bytes) => void pieces.push(bytes),
  });
  await writeMessages(messages, writer, redaction);
  return Uint8Array.from(Buffer.concat(pieces));
}
