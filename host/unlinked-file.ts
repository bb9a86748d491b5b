import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/** Undefined in Windows' Node, whatever its types say. */
const NO_FOLLOW: number | undefined = constants.O_NOFOLLOW;

/**
 * Opens a file, but never the target of a link in its place (`ELOOP`). Windows lacks the flag, so the name is examined before; few of its
 * users may make links. Throws Node's errors.
 * @param noFollow tests replace it
 */
export async function openUnlinked(path: string, flags: number, mode?: number, noFollow = NO_FOLLOW): Promise<FileHandle> {
  if (noFollow === undefined && (await isLink(path)))
    throw Object.assign(new Error(`ELOOP: ${path} is a link`), { code: 'ELOOP', syscall: 'open', path });
  return open(path, flags | (noFollow ?? 0), mode);
}

/** False for a missing file. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
