import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { phrase } from '../core/text/phrase.ts';
import { openUnlinked } from './unlinked-file.ts';

/** Default limit for small foreign files. */
export const MOST_FOREIGN_BYTES = 1 << 20;

/** A queue, a device, a too large file or another user's. */
class UnfitFile extends Error {
  readonly code: 'not-a-file' | 'too-large' | 'other-owner';

  constructor(code: UnfitFile['code'], path: string) {
    const why = {
      'not-a-file': phrase`it is no regular file`,
      'too-large': phrase`it is too large`,
      'other-owner': phrase`it belongs to another user`,
    };
    super(phrase`${path} is not read: ${why[code]}`);
    this.code = code;
  }
}

interface ForeignFileOptions {
  /** `follow` for the user's own paths; other links are refused (`ELOOP`). */
  readonly links?: 'follow';
  /** The required owner. */
  readonly owner?: number;
}

/**
 * Opens a possibly foreign regular file. Queues neither block nor get read. The caller closes the handle. Throws
 * Node's errors and `UnfitFile`.
 */
export async function openForeignFile(
  path: string,
  options: ForeignFileOptions = {},
): Promise<{ readonly handle: FileHandle; readonly found: Stats }> {
  // Windows lacks queues in folders, and the flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = options.links === 'follow' ? await open(path, flags) : await openUnlinked(path, flags);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UnfitFile('not-a-file', path);
    if (options.owner !== undefined && found.uid !== options.owner) throw new UnfitFile('other-owner', path);
    return { handle, found };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a small, possibly foreign file. Throws like `openForeignFile`. */
export async function readForeignFile(path: string, mostBytes: number, options: ForeignFileOptions = {}): Promise<Buffer> {
  const { handle, found } = await openForeignFile(path, options);
  try {
    if (found.size > mostBytes) throw new UnfitFile('too-large', path);
    // One extra byte detects growth.
    const bytes = Buffer.alloc(mostBytes + 1);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
      filled += bytesRead;
      if (filled > mostBytes) throw new UnfitFile('too-large', path);
      if (bytesRead === 0) return bytes.subarray(0, filled);
    }
  } finally {
    await handle.close();
  }
}

/** True for reasons not to read a file; others are mistakes. */
export function isUnread(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

/** Undefined for a missing file. Throws like `readForeignFile` otherwise. */
export async function readForeignFileOrNone(path: string, mostBytes: number): Promise<Buffer | undefined> {
  try {
    return await readForeignFile(path, mostBytes);
  } catch (error) {
    if (isUnread(error)) return undefined;
    throw error;
  }
}
