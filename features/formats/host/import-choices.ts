import { basename } from 'node:path';
import type { ReadingChoices } from '../../../host/foreign-reader.ts';
import { unreadable } from '../core/import/import-errors.ts';

/** A session is not read as a profile is. @throws LaglensError where a choice would do nothing */
export function refuseChoices(path: string, { sourceMap }: ReadingChoices): void {
  if (sourceMap === undefined) return;
  throw unreadable(
    'format-unreadable',
    `${basename(path)} is a session: a source map names the JavaScript of other tools’ profiles as they are read.`,
    'Convert the profile with --source-map, and open the session that is written.',
  );
}
