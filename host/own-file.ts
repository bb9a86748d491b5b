import { constants } from 'node:fs';
import { openUnlinked } from './unlinked-file.ts';

/**
 * Writes a file that the user named, over an older one. A link in its place is refused (`ELOOP`): a checkout's author could point it at
 * another file of the user. Throws Node's errors.
 */
export async function replaceOwnFile(path: string, text: string): Promise<void> {
  const handle = await openUnlinked(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
