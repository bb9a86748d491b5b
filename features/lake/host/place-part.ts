import { constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { removeFile, replaceFile } from '../../../host/capture/place-file.ts';
import { openUnlinked } from '../../../host/unlinked-file.ts';
import { exists } from './exists.ts';
import { freshName } from './part-id.ts';

/** Files of one writing. Each gets its name by one rename; rows are on disk by then. */
export class PartFiles {
  readonly #lake: string;
  readonly part: string;
  /** Relative to the lake, with slashes. */
  readonly placed: string[] = [];

  constructor(lake: string, part: string) {
    this.#lake = lake;
    this.part = part;
  }

  /**
   * @param name relative to the lake, with slashes
   * @param write to the given path; false for a file that is not needed
   */
  async place(name: string, write: (fresh: string) => Promise<boolean>): Promise<void> {
    const path = join(this.#lake, name);
    const fresh = join(dirname(path), freshName(basename(path), this.part));
    await mkdir(dirname(path), { recursive: true });
    try {
      if (await write(fresh)) {
        // Manifests can be renewed.
        if (name.endsWith('.parquet')) await onDisk(fresh);
        await replaceFile(fresh, path);
        this.placed.push(name);
      } else await removeFile(fresh);
    } catch (error) {
      await removeFile(fresh);
      throw error;
    }
  }

  /** Before and after `sessions` are placed: `laglens lake tidy` takes files without them for leftovers after a while. */
  async confirm(): Promise<void> {
    for (const name of this.placed) {
      if (await exists(join(this.#lake, name))) continue;
      throw new LaglensError({
        code: 'lake-unreadable',
        message: `${name} went while the lake was written, so the lake stayed as it was.`,
        next: 'Do it again. Use “laglens lake tidy --now” only while no one else writes.',
      });
    }
  }

  /** Files of `sessions`, placed last, go first: they make the others count. */
  async undo(): Promise<void> {
    for (const name of this.placed.splice(0).toReversed()) await removeFile(join(this.#lake, name));
  }
}

async function onDisk(path: string): Promise<void> {
  const file = await openUnlinked(path, constants.O_RDWR);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
