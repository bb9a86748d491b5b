import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that a run may still use is younger. */
const IN_USE_MS = 3_600_000;

/**
 * Deletes files of a folder until the rest has no more than so many bytes, those first whose time of change is the longest ago. Files of the
 * last hour stay in any case.
 */
export async function dropOldest(folder: string, most: number, nowMs = Date.now()): Promise<void> {
  const files: { readonly path: string; readonly atMs: number; readonly bytes: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another run may have deleted it.
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) files.push({ path, atMs: found.mtimeMs, bytes: found.size });
  }
  files.sort((one, other) => one.atMs - other.atMs);
  let left = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, atMs, bytes } of files) {
    if (left <= most || nowMs - atMs < IN_USE_MS) break;
    await rm(path, { force: true });
    left -= bytes;
  }
}

/** Keeps a file for the next hour; false if there is none. */
export async function isUsedAgain(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}
