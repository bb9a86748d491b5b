import { randomUUID } from 'node:crypto';
import { lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { FileStamp } from './silence.ts';

/** Time now on the clock of the file system that holds the folder, which on shared storage is the server's. */
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

/** Undefined when the file is gone, or is no plain file. */
export async function stampOf(path: string): Promise<FileStamp | undefined> {
  try {
    // By name first: a pipe of that name would block whoever opens it.
    if (!(await lstat(path)).isFile()) return undefined;
    // Network file systems may answer `stat` out of a cache, but not after an `open`.
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
