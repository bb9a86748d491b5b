import { chmod, lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../../../../core/errors.ts';
import { phrase } from '../../../../../core/text/phrase.ts';

/**
 * Writes a library to the copy's `Frameworks`, never through a link out of it.
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

/** Keeps permissions and replaces links. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(path);
  await rm(path);
  await writeFile(path, bytes, { flag: 'wx' });
  await chmod(path, mode);
}

function isLink(): LaglensError {
  return new LaglensError({
    code: 'app-damaged',
    message: phrase`The Frameworks folder of the app is a link to another folder, so the agent cannot be put there.`,
    next: phrase`Build the app again (Product > Clean Build Folder first), and start again.`,
  });
}
