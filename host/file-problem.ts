import { messageOf } from '../core/errors.ts';
import { phrase } from '../core/text/phrase.ts';
import { errorCode } from './error-code.ts';

/** By code of Node's errors; others keep their own words. */
const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOTDIR', phrase`a part of its path is no folder`],
  ['EACCES', phrase`your user may not`],
  ['EPERM', phrase`your user may not`],
  ['EBUSY', phrase`another program holds it`],
  ['EISDIR', phrase`it is a folder`],
  ['ELOOP', phrase`it is a link`],
  ['ENOSPC', phrase`the disk is full`],
  ['EROFS', phrase`its disk is read-only`],
  ['EMFILE', phrase`too many files are open`],
]);

/** Why a file could not be opened or written, as half a sentence. @param missing the subject if it is not there */
export function fileProblem(error: unknown, missing: 'it' | 'its folder' = 'it'): string {
  if (errorCode(error) === 'ENOENT') return missing === 'it' ? phrase`it does not exist` : phrase`its folder does not exist`;
  return reasons.get(errorCode(error)) ?? messageOf(error);
}
