import { open, stat } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';
import { placeNew } from './place-file.ts';

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
