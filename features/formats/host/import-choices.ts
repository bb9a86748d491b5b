import { basename } from 'node:path';
import { unreadable } from '../core/import/import-errors.ts';

/** The user's, for one profile. */
export interface ImportChoices {
  /** Path of a source map. */
  readonly sourceMap?: string | undefined;
}

/** A session is not read as a profile is. @throws LaglensError where a choice would do nothing */
export function refuseChoices(path: string, { sourceMap }: ImportChoices): void {
  if (sourceMap === undefined) return;
  throw unreadable(
    'format-unreadable',
    `${basename(path)} is a session: a source map names the JavaScript of other tools’ profiles as they are read.`,
    'Convert the profile with --source-map, and open the session that is written.',
  );
}
