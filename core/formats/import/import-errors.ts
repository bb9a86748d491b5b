import { LaglensError } from '../../errors.ts';

type ImportErrorCode = 'format-unknown' | 'format-unreadable' | 'format-newer' | 'format-too-large';

/** The error for a foreign file that cannot be read. */
export function unreadable(code: ImportErrorCode, message: string, next: string, cause?: unknown): LaglensError {
  return new LaglensError({ code, message, next, cause });
}

/** @param looksLike as in “a speedscope file” */
export function malformed(name: string, looksLike: string, why: string, cause?: unknown): LaglensError {
  return unreadable(
    'format-unreadable',
    `${name} looks like ${looksLike}, but ${why}.`,
    'Export it again, and check that it was copied whole.',
    cause,
  );
}

/** @param most the newest version that is read */
export function newerVersion(name: string, looksLike: string, version: string, most: string): LaglensError {
  return unreadable(
    'format-newer',
    `${name} looks like ${looksLike} of version ${version}; this Laglens reads up to ${most}.`,
    'Update Laglens, or export an older version.',
  );
}
