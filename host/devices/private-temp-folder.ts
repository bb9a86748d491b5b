import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { phrase } from '../../core/text/phrase.ts';

/** Older than any capture. */
const ABANDONED_MS = 3 * 24 * 3600 * 1000;

/**
 * Removes old folders of killed editors with this prefix.
 * @param what as in the error: “The agent”
 * @throws LaglensError
 */
export async function privateTempFolder(prefix: string, what: string): Promise<string> {
  try {
    return await makePrivateTempFolder(prefix);
  } catch (cause) {
    throw new LaglensError({
      code: 'push-failed',
      message: phrase`${what} could not be copied to ${tmpdir()}: ${messageOf(cause)}.`,
      next: phrase`Make room in that folder, or make it writable, and try again.`,
      action: 'retry',
      cause,
    });
  }
}

/** Removes the folder afterwards. Throws Node's errors and those of the work. */
export async function withPrivateTempFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makePrivateTempFolder(prefix);
  try {
    return await work(folder);
  } finally {
    await removePrivateTempFolder(folder);
  }
}

/**
 * Removes a folder and its contents if only this user can write there. Others could redirect the removal by links. Links are not followed. No other place removes folders with contents.
 * @returns true when it is gone
 */
export async function removePrivateTempFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return true;
  // On Windows the temporary folder is the user's own.
  const isOnlyOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
  if (!found.isDirectory() || !isOnlyOurs) return false;
  await rm(folder, { recursive: true, force: true });
  return true;
}

async function makePrivateTempFolder(prefix: string): Promise<string> {
  await removeAbandoned(prefix);
  return await mkdtemp(join(tmpdir(), prefix));
}

/** Failures must not stop a capture. */
async function removeAbandoned(prefix: string): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const folder of names.filter((name) => name.startsWith(prefix)).map((name) => join(tmpdir(), name))) {
    const found = await lstat(folder).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await removePrivateTempFolder(folder).catch(() => false);
  }
}
