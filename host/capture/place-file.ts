import { link, open, rename, rm } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';

/** The file system as far as placing a file goes; tests give one that fails. */
export interface PlacingFiles {
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string): Promise<void>;
  /** Creates an empty file; rejects with EEXIST when there is one. */
  reserve(path: string): Promise<void>;
  pause(ms: number): Promise<unknown>;
}

/** Those of this computer. */
export const realFiles: PlacingFiles = {
  link,
  rename,
  rm: (path) => rm(path, { force: true }),
  reserve: async (path) => (await open(path, 'wx', 0o600)).close(),
  pause: (ms) => pause(ms),
};

/** On Windows a virus scanner or an indexer holds new files for a moment. */
const heldByOthers: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);
const RETRY_MS = [20, 50, 100, 200, 400, 800];

/** What platforms answer that can't sync a folder: Windows opens none, some network file systems take no fsync of one. */
const noFolderSync: ReadonlySet<unknown> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF', 'ENOSYS']);

/**
 * Gives a finished file its name, or that name with `-2`, `-3` … before its ending: a file that is there is never overwritten. Resolves
 * with the name once the folder is synced. Rejects when that fails; the file then still has the name it came with.
 */
export async function placeNew(from: string, wanted: string, files: PlacingFiles = realFiles): Promise<string> {
  for (let count = 1; ; count++) {
    const path = numbered(wanted, count);
    if (!(await place(from, path, files))) continue;
    await syncFolder(dirname(path));
    return path;
  }
}

/** Puts a finished file in the place of another one, and syncs the folder. */
export async function replaceFile(from: string, path: string, files: PlacingFiles = realFiles): Promise<void> {
  await retried(() => files.rename(from, path), files);
  await syncFolder(dirname(path));
}

/** Removes a file, if it is there, also one that others hold for a moment. */
export function removeFile(path: string, files: PlacingFiles = realFiles): Promise<void> {
  return retried(() => files.rm(path), files);
}

/** `shop.laglens`, `shop-2.laglens`, `shop-3.laglens` … */
export function numbered(path: string, count: number): string {
  if (count === 1) return path;
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}-${count}${ending}`;
}

/** Makes renames in this folder outlive a power cut, where the platform can. */
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

/** False when another file has the name. */
async function place(from: string, path: string, files: PlacingFiles): Promise<boolean> {
  try {
    // rename(2) would replace what is there.
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
    // The file is complete in its place; recovery sees that the other name is the same file, and removes that.
    if (!heldByOthers.has(errorCode(error))) throw error;
  }
  return true;
}

/** For file systems without hard links, as FAT: the name is taken by an empty file first. */
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
