import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
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
export async function ownFolder(prefix: string, what: string): Promise<string> {
  try {
    await removeAbandoned(prefix);
    return await mkdtemp(join(tmpdir(), prefix));
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

async function removeAbandoned(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}
