import type { Beginning } from '../import/profile-reader.ts';
import { documents } from './documents.ts';
import { memoryProfiles } from './memory.ts';
import { otherProfilers } from './other-profilers.ts';
import { partsOfBuilds } from './parts-of-builds.ts';
import type { Relative } from './relative.ts';

export const relatives: readonly Relative[] = [...memoryProfiles, ...otherProfilers, ...partsOfBuilds, ...documents];

/** The first that fits; undefined for files of no known kind. */
export function relativeOf(begin: Beginning): Relative | undefined {
  return relatives.find(({ matches }) => matches(begin));
}
