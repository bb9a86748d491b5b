import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { errorCode } from '../../../host/error-code.ts';
import { tableNames } from '../core/tables.ts';

/** Refuses tables behind symbolic links: reads, writes and removals would leave the lake. Rejects with LaglensError. */
export async function requireOwnFolders(lake: string): Promise<void> {
  for (const name of [...tableNames, 'manifests']) {
    if (!(await isLink(join(lake, name)))) continue;
    throw new LaglensError({
      code: 'lake-unreadable',
      message: `In the lake ${lake} the folder ${name} is a symbolic link, so the lake was neither read nor changed.`,
      next: 'Move that folder into the lake. The whole lake may be a symbolic link.',
    });
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
