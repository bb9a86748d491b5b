import { realpath } from 'node:fs/promises';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { errorCode } from '../../../host/error-code.ts';
import { fileProblem } from '../../../host/file-problem.ts';

/** The lake's path without symbolic links. Rejects with LaglensError. */
export async function realLake(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    throw unreadableLake(folder, cause);
  }
}

export function unreadableLake(folder: string, cause: unknown): LaglensError {
  return new LaglensError({
    code: 'lake-unreadable',
    message: `The lake ${folder} could not be opened: ${fileProblem(cause).replace(/\.$/, '')}.`,
    next: 'Check the folder’s name, or make a lake with: laglens lake add',
    cause,
  });
}

const full: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** For a failed writing that left the lake as it was. */
export function unwritable(cause: unknown): LaglensError {
  if (cause instanceof LaglensError) return cause;
  const text = messageOf(cause);
  if (full.has(errorCode(cause)) || /no space left|quota exceeded/i.test(text))
    return new LaglensError({
      code: 'disk-full',
      message: phrase`The disk is full, so nothing was stored.`,
      next: phrase`Free some space, then try again.`,
      cause,
    });
  const needsMemory = text.startsWith('Out of Memory Error');
  return new LaglensError({
    code: 'lake-unreadable',
    message: needsMemory
      ? phrase`Storing needs more memory than it may take, so nothing was stored.`
      : phrase`The rows of sessions could not be written, so nothing was stored. ${text}`,
    next: needsMemory
      ? phrase`Try again with more memory for this computer or container.`
      : phrase`Check the folder’s permissions, then try again.`,
    cause,
  });
}
