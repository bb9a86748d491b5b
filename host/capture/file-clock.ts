import { randomUUID } from 'node:crypto';
import { lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { FileStamp } from './silence.ts';

/** On shared storage the server's time. */
export async function fileSystemMs(folder: string): Promise<number> {
  const probe = join(folder, `.${randomUUID()}.clock`);
  const handle = await open(probe, 'wx', 0o600);
  try {
    await handle.write('?');
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
    await rm(probe, { force: true });
  }
}

/** Undefined for anything but a plain file. */
export async function stampOf(path: string): Promise<FileStamp | undefined> {
  try {
    // Opening a pipe would block.
    if (!(await lstat(path)).isFile()) return undefined;
    // Opening refreshes a network file system's cached `stat`.
    const handle = await open(path, 'r');
    try {
      const { ino, size, mtimeNs } = await handle.stat({ bigint: true });
      return { inode: ino, bytes: Number(size), modifiedMs: Number(mtimeNs) / 1e6 };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
