import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';

type ImportErrorCode = 'format-unknown' | 'format-unreadable' | 'format-several' | 'format-newer' | 'format-too-large';

/** The error for a foreign file that cannot be read. */
export function unreadable(code: ImportErrorCode, message: string, next: string, cause?: unknown): LaglensError {
  return new LaglensError({ code, message, next, cause });
}

const DAMAGED = phrase`Export it again, and check that it was copied whole.`;
/** A whole file is not at fault. */
const OTHER_CONTENT = phrase`Choose an export with stacks or calls and their times.`;

/** For a file that may be whole, and lacks what Laglens shows. @param looksLike as in “a speedscope file” @param cause of damage, if it is damaged */
export function malformed(name: string, looksLike: string, why: string, cause?: unknown): LaglensError {
  if (cause !== undefined) return damaged(name, looksLike, why, cause);
  return unreadable('format-unreadable', phrase`${name} looks like ${looksLike}, but ${why}.`, OTHER_CONTENT);
}

/** For a file that is cut, or whose bytes make no sense. @param looksLike as in “a speedscope file” */
export function damaged(name: string, looksLike: string, why: string, cause?: unknown): LaglensError {
  return unreadable('format-unreadable', phrase`${name} looks like ${looksLike}, but ${why}.`, DAMAGED, cause);
}

/** @param most the newest version that is read */
export function newerVersion(name: string, looksLike: string, version: string, most: string): LaglensError {
  return unreadable(
    'format-newer',
    phrase`${name} looks like ${looksLike} of version ${version}; this Laglens reads up to ${most}.`,
    phrase`Update Laglens, or export an older version.`,
  );
}
