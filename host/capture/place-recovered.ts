import { readFile, stat } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';
import { placeNew } from './place-file.ts';

/**
 * Gives a recovered session its name. Whoever was killed while it completed a journal may have come so far that the session stands there
 * already: it does not get a second file then.
 */
export async function placeRecovered(journal: string, draft: string, becomes: string): Promise<string> {
  const isThere = (await isSameFile(journal, becomes)) || (await hasSameBytes(draft, becomes));
  return isThere ? becomes : placeNew(draft, becomes);
}

/** A finished journal that was linked to its final name and not yet unlinked. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(one), statOf(other)]);
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

async function hasSameBytes(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(one), statOf(other)]);
  if (a === undefined || b === undefined || a.size !== b.size) return false;
  const [these, those] = await Promise.all([readFile(one), readFile(other)]);
  return these.equals(those);
}

async function statOf(path: string): Promise<{ readonly ino: bigint; readonly dev: bigint; readonly size: bigint } | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
