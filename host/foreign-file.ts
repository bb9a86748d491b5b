import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** What is read of a small file that somebody else may have written, unless its reader knows better. */
export const MOST_FOREIGN_BYTES = 1 << 20;

/** A file that is not read: a queue or device that would hold up whoever reads it, too large, or another user's. */
export class UnfitFile extends Error {
  readonly code: 'not-a-file' | 'too-large' | 'other-owner';

  constructor(code: UnfitFile['code'], path: string) {
    const why = { 'not-a-file': 'it is no regular file', 'too-large': 'it is too large', 'other-owner': 'it belongs to another user' };
    super(`${path} is not read: ${why[code]}`);
    this.code = code;
  }
}

export interface ForeignFileOptions {
  /** `follow` for a path that the user gave; a link of somebody else leads where they choose. Without it links are refused (`ELOOP`). */
  readonly links?: 'follow';
  /** The user that must own it. */
  readonly owner?: number;
}

/**
 * Opens a regular file for reading that others may have put there. Opening a queue does not wait for its writer, and it is closed
 * again unread. Throws Node's errors and `UnfitFile`; the handle is the caller's to close.
 */
export async function openForeignFile(
  path: string,
  options: ForeignFileOptions = {},
): Promise<{ readonly handle: FileHandle; readonly found: Stats }> {
  // Windows has neither of the two; there they are undefined, which adds nothing.
  const links = options.links === 'follow' ? 0 : constants.O_NOFOLLOW;
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | links);
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

/** The whole of a small regular file that others may have written or may still write. Throws as `openForeignFile`. */
export async function readForeignFile(path: string, mostBytes: number, options: ForeignFileOptions = {}): Promise<Buffer> {
  const { handle, found } = await openForeignFile(path, options);
  try {
    if (found.size > mostBytes) throw new UnfitFile('too-large', path);
    // One byte more than allowed, so that a file that grows meanwhile is noticed.
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

/** True for errors that say why a file was not read, Node's own among them; anything else is a mistake of ours. */
export function isUnread(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

/**
 * As `readForeignFile`, for a file that need not be there: undefined where there is none that may be read.
 * @throws what the file system says of any other kind
 */
export async function readForeignFileOrNone(path: string, mostBytes: number): Promise<Buffer | undefined> {
  try {
    return await readForeignFile(path, mostBytes);
  } catch (error) {
    if (isUnread(error)) return undefined;
    throw error;
  }
}
