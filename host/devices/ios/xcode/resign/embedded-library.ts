import { chmod, lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../../../../core/errors.ts';

/**
 * Puts a library into the `Frameworks` of an app's copy; gives its path. Nothing is written through a link, which could lead out of the copy.
 * @throws LaglensError when `Frameworks` is a link
 */
export async function placeLibrary(copy: string, name: string, bytes: Uint8Array): Promise<string> {
  const folder = join(copy, 'Frameworks');
  await mkdir(folder, { recursive: true });
  if (!(await lstat(folder)).isDirectory()) throw isLink();
  const library = join(folder, name);
  await rm(library, { force: true });
  await writeFile(library, bytes, { flag: 'wx' });
  await chmod(library, 0o755);
  return library;
}

/** Puts other bytes where a file of the copy is, with the same permissions. A link is replaced by a file. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(path);
  await rm(path);
  await writeFile(path, bytes, { flag: 'wx' });
  await chmod(path, mode);
}

function isLink(): LaglensError {
  return new LaglensError({
    code: 'app-damaged',
    message: 'The Frameworks folder of the app is a link to another folder, so the agent cannot be put there.',
    next: 'Build the app again (Product > Clean Build Folder first), and start again.',
  });
}
