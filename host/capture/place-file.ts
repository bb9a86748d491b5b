import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';

/** Tests give failing ones. */
export interface PlacingFiles {
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string): Promise<void>;
  /** @throws EEXIST for an existing file */
  reserve(path: string): Promise<void>;
  pause(ms: number): Promise<unknown>;
}

export const realFiles: PlacingFiles = {
  link,
  rename,
  rm: (path) => rm(path, { force: true }),
  reserve: async (path) => (await open(path, 'wx', 0o600)).close(),
  pause: (ms) => pause(ms),
};

/** A virus scanner or indexer on Windows may hold new files for a moment. */
const heldByOthers: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);
const RETRY_MS = [20, 50, 100, 200, 400, 800];

/** Windows opens no folders, and some network file systems cannot sync them. */
const noFolderSync: ReadonlySet<unknown> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF', 'ENOSYS']);

/**
 * Never overwrites: a taken name becomes `-2`, `-3` … before the ending. Resolves after syncing the folder; a failure
 * leaves the old name.
 */
export async function placeNew(from: string, wanted: string, files: PlacingFiles = realFiles): Promise<string> {
  for (let count = 1; ; count++) {
    const path = numbered(wanted, count);
    if (!(await place(from, path, files))) continue;
    await syncFolder(dirname(path));
    return path;
  }
}

/** Syncs the folder, too. */
export async function replaceFile(from: string, path: string, files: PlacingFiles = realFiles): Promise<void> {
  await retried(() => files.rename(from, path), files);
  await syncFolder(dirname(path));
}

/** Retries while another program holds the file. */
export function removeFile(path: string, files: PlacingFiles = realFiles): Promise<void> {
  return retried(() => files.rm(path), files);
}

export function numbered(path: string, count: number): string {
  if (count === 1) return path;
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}-${count}${ending}`;
}

/** Makes renames outlive a power cut where possible. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!noFolderSync.has(errorCode(error))) throw error;
  }
}

/** False when the name is taken. */
async function place(from: string, path: string, files: PlacingFiles): Promise<boolean> {
  try {
    // rename(2) would replace an existing file.
    await files.link(from, path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'ENOSPC') throw error;
    return placeWithoutLinks(from, path, files);
  }
  try {
    await retried(() => files.rm(from), files);
  } catch (error) {
    // Recovery removes the second name of the same file.
    if (!heldByOthers.has(errorCode(error))) throw error;
  }
  return true;
}

/** FAT and others lack hard links, so an empty file reserves the name. */
async function placeWithoutLinks(from: string, path: string, files: PlacingFiles): Promise<boolean> {
  try {
    await retried(() => files.reserve(path), files);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await retried(() => files.rename(from, path), files);
  } catch (error) {
    await files.rm(path);
    throw error;
  }
  return true;
}

async function retried(work: () => Promise<void>, files: PlacingFiles): Promise<void> {
  for (const ms of RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (!heldByOthers.has(errorCode(error))) throw error;
    }
    await files.pause(ms);
  }
  return work();
}

const PART_BYTES = 1 << 20;

/** Names a recovered session. A killed recovery may have placed the same session already, which is not duplicated. */
export async function placeRecovered(journal: string, draft: string, becomes: string): Promise<string> {
  const isThere = (await isSameFile(journal, becomes)) || (await hasSameBytes(draft, becomes));
  return isThere ? becomes : placeNew(draft, becomes);
}

/** A hard link to the final name remained. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(one), statOf(other)]);
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

async function hasSameBytes(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(one), statOf(other)]);
  if (a === undefined || b === undefined || a.size !== b.size) return false;
  const [first, second] = [await open(one, 'r'), await open(other, 'r')];
  try {
    const [these, those] = [Buffer.alloc(PART_BYTES), Buffer.alloc(PART_BYTES)];
    for (let at = 0; at < a.size; at += PART_BYTES) {
      await first.read(these, 0, PART_BYTES, at);
      await second.read(those, 0, PART_BYTES, at);
      if (!these.equals(those)) return false;
    }
    return true;
  } finally {
    await first.close();
    await second.close();
  }
}

async function statOf(path: string): Promise<{ readonly ino: bigint; readonly dev: bigint; readonly size: bigint } | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
