import type { Beginning } from '../import/profile-reader.ts';
import { documents } from './documents.ts';
import { lists, noticesInLogs } from './logs.ts';
import { memoryProfiles } from './memory.ts';
import { otherProfilers } from './other-profilers.ts';
import { partsOfBuilds } from './parts-of-builds.ts';
import type { Relative } from './relative.ts';
import { threadDumps } from './thread-dumps.ts';

export const relatives: readonly Relative[] = [
  ...memoryProfiles,
  ...otherProfilers,
  ...partsOfBuilds,
  ...documents,
  ...threadDumps,
  ...lists,
];

/** The first that fits; undefined for files of no known kind. */
export function relativeOf(begin: Beginning): Relative | undefined {
  return relatives.find(({ matches }) => matches(begin));
}

/** A lag that a part of a long log reports. */
export function noticeIn(part: Beginning): Relative | undefined {
  return noticesInLogs.find(({ matches }) => matches(part));
}
