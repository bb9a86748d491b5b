import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaglensError, messageOf } from '../../core/errors.ts';

/** What killed editors left is older than any capture. */
const ABANDONED_MS = 3 * 24 * 3600 * 1000;

/**
 * A new folder in the temporary folder, which only the user can enter; old ones of the same prefix, which killed editors left, are removed.
 * Throws `LaglensError`.
 * @param what stands in the error: “The agent”
 */
export async function privateTempFolder(prefix: string, what: string): Promise<string> {
  try {
    return await makePrivateTempFolder(prefix);
  } catch (cause) {
    throw new LaglensError({
      code: 'push-failed',
      message: `${what} could not be copied to ${tmpdir()}: ${messageOf(cause)}.`,
      next: 'Make room in that folder, or make it writable, and try again.',
      action: 'retry',
      cause,
    });
  }
}

/** Works in such a folder, which is gone afterwards. Throws Node's errors, and what the work throws. */
export async function withPrivateTempFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makePrivateTempFolder(prefix);
  try {
    return await work(folder);
  } finally {
    await removePrivateTempFolder(folder);
  }
}

/**
 * Removes a folder with all that is in it, if it is ours alone; links in it are removed, not followed. One that others may write to
 * is left: they could put a link to the user's own files where the removal is about to go. This is the only place that removes
 * folders with what they hold.
 * @returns whether it is gone
 */
export async function removePrivateTempFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return true;
  // Windows has no such users and modes; there the temporary folder is the user's own.
  const isOnlyOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
  if (!found.isDirectory() || !isOnlyOurs) return false;
  await rm(folder, { recursive: true, force: true });
  return true;
}

async function makePrivateTempFolder(prefix: string): Promise<string> {
  await removeAbandoned(prefix);
  return await mkdtemp(join(tmpdir(), prefix));
}

/** Whatever cannot be removed stays: it must not stop the capture that is about to begin. */
async function removeAbandoned(prefix: string): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const folder of names.filter((name) => name.startsWith(prefix)).map((name) => join(tmpdir(), name))) {
    const found = await lstat(folder).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await removePrivateTempFolder(folder).catch(() => false);
  }
}
