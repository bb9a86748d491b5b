import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/** Missing in Windows' Node, whatever its types say. */
const NO_FOLLOW: number = constants.O_NOFOLLOW ?? 0;

/**
 * Opens a file, but never the target of a link in its place (`ELOOP`). Windows lacks the flag, so the name is examined before; few of its
 * users may make links. Throws Node's errors.
 * @param noFollow 0 for a system without the flag; tests replace it
 */
export async function openUnlinked(path: string, flags: number, mode?: number, noFollow = NO_FOLLOW): Promise<FileHandle> {
  if (noFollow === 0 && (await isLink(path)))
    throw Object.assign(new Error(`ELOOP: ${path} is a link`), { code: 'ELOOP', syscall: 'open', path });
  return open(path, flags | noFollow, mode);
}

/** False for a missing file. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
