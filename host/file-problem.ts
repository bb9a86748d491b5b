import { messageOf } from '../core/errors.ts';
import { errorCode } from './error-code.ts';

/** By code of Node's errors; others keep their own words. */
const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EACCES', 'your user may not'],
  ['EPERM', 'your user may not'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'it is a link'],
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'its disk is read-only'],
  ['EMFILE', 'too many files are open'],
]);

/** Why a file could not be opened or written, as half a sentence. @param missing the subject if it is not there */
export function fileProblem(error: unknown, missing: 'it' | 'its folder' = 'it'): string {
  if (errorCode(error) === 'ENOENT') return `${missing} does not exist`;
  return reasons.get(errorCode(error)) ?? messageOf(error);
}
