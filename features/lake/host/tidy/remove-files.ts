import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeFile, syncFolder } from '../../../../host/capture/place-file.ts';
import { tableNames } from '../../core/tables.ts';
import { exists } from '../exists.ts';
import { entriesOf } from '../lake-files.ts';
import { isFreshName } from '../part-id.ts';
import { sessionsPath } from './merge-parts.ts';
import { type PlacedPart, type SessionsFile, statOf } from './placed-parts.ts';

/** Files of a part whose sessions are all replaced; `sessions` first, so that no reader counts on the others. */
export async function removeReplaced(lake: string, part: PlacedPart): Promise<void> {
  const path = sessionsPath(lake, part);
  await removeFile(path);
  await syncFolder(dirname(path));
  for (const other of part.paths) await removeFile(other);
}

/** Files of a writing that never placed its sessions; none if it did so meanwhile. Their number. */
export async function removeUnfinished(lake: string, part: PlacedPart): Promise<number> {
  if (await exists(sessionsPath(lake, part))) return 0;
  for (const path of part.paths) await removeFile(path);
  return part.paths.length;
}

/** On the file system's clock: the last change of these files; undefined if one went. */
export async function lastChangeMs(paths: readonly string[]): Promise<number | undefined> {
  let last = 0;
  for (const path of paths) {
    const found = await statOf(path);
    if (found === undefined) return undefined;
    last = Math.max(last, found.mtimeMs);
  }
  return last;
}

export function isReplaced(file: SessionsFile | undefined): boolean {
  return file !== undefined && file.rows > 0 && file.live === 0;
}

/** Files and folders that are being written, or were by a writer that ended, changed before a moment. Their number. */
export async function removeFresh(lake: string, beforeMs: number, own: string): Promise<number> {
  let removed = 0;
  let folders = [lake, ...[...tableNames, 'manifests'].map((name) => join(lake, name))];
  for (let depth = 0; folders.length > 0 && depth <= DEEPEST; depth++) {
    const below: string[] = [];
    for (const folder of folders) {
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (isFreshName(entry.name)) removed += (await removeOld(path, entry.isDirectory(), beforeMs, own)) ? 1 : 0;
        else if (entry.isDirectory() && folder !== lake) below.push(path);
      }
    }
    folders = below;
  }
  return removed;
}

/** Folders of app, version and day. */
const DEEPEST = 3;

async function removeOld(path: string, isFolder: boolean, beforeMs: number, own: string): Promise<boolean> {
  const changedMs = await lastChangeMs([path]);
  if (path === own || changedMs === undefined || changedMs > beforeMs) return false;
  if (isFolder) await removeFlatFolder(path);
  else await removeFile(path);
  return true;
}

/** With its files, of which the engine's spilled data consist. */
export async function removeFlatFolder(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) await removeFile(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}
