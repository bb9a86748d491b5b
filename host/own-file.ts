import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Writes a file that the user named, over an older one. A link in its place is refused (`ELOOP`): a checkout's author could point it at
 * another file of the user. Throws Node's errors.
 */
export async function replaceOwnFile(path: string, text: string): Promise<void> {
  // Windows lacks the flag, and lets few users make links.
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0), 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
