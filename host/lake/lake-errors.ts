import { realpath } from 'node:fs/promises';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { errorCode } from '../error-code.ts';
import { fileProblem } from '../file-problem.ts';

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
      message: 'The disk is full, so the lake stayed as it was.',
      next: 'Free some space, then try again.',
      cause,
    });
  const needsMemory = text.startsWith('Out of Memory Error');
  return new LaglensError({
    code: 'lake-unreadable',
    message: needsMemory
      ? 'Writing needs more memory than it may take, so the lake stayed as it was.'
      : `The lake could not be written, so it stayed as it was. ${text}`,
    next: needsMemory ? 'Try again with more memory for this computer or container.' : 'Check the folder’s permissions, then try again.',
    cause,
  });
}
