import type { LimitGroup } from '../../../scripts/build/limits/met-limit.ts';

const LIMITS = 'features/formats/core/import/import-limits.ts';
const BUILDER = 'features/formats/core/import/session-builder.ts';
const FRAMES = 'features/formats/core/import/frame-table.ts';
const ENTRIES = 'features/formats/core/containers/entry-choice.ts';
const SKIPPED = 'skipped';

export const formatsLimits: LimitGroup = {
  title: 'Profiles of other tools',
  limits: [
    ['samples', LIMITS, 'importLimits.samples', '', SKIPPED, 'samples beyond the bound', BUILDER],
    ['time of all samples', LIMITS, 'importLimits.sampledUs', 'us', SKIPPED, 'samples beyond 100 hours in all', BUILDER],
    ['messages, waits and marks', LIMITS, 'importLimits.facts', '', SKIPPED, 'facts beyond the bound', BUILDER],
    ['threads', LIMITS, 'importLimits.threads', '', SKIPPED, 'threads beyond the bound', BUILDER],
    ['texts', LIMITS, 'importLimits.texts', '', SKIPPED, 'texts beyond the bound', BUILDER],
    ['frames', LIMITS, 'importLimits.frames', '', SKIPPED, 'frames beyond the bound', FRAMES],
    ['libraries', LIMITS, 'importLimits.images', '', SKIPPED, 'libraries beyond the bound', FRAMES],
    [
      'stacks',
      LIMITS,
      'importLimits.stacks',
      '',
      SKIPPED,
      'frames beyond the bound of stacks',
      'features/formats/core/import/stack-table.ts',
    ],
    [
      'open calls',
      LIMITS,
      'importLimits.openCalls',
      '',
      SKIPPED,
      'calls beyond the bound of open ones',
      'features/formats/core/import/call-events.ts',
    ],
    ['a name', LIMITS, 'importLimits.letters', 'letters', 'cut'],
    ['unpacked bytes of a file', LIMITS, 'importLimits.fileBytes', 'bytes', 'refused', '… unpacks to more than … GiB.'],
    ['unpacked bytes that are held', LIMITS, 'importLimits.heldBytes', 'bytes', 'refused', '… unpacks to more than … MiB.'],
    ['files in an archive', ENTRIES, 'MOST_LISTED', '', 'refused', '… holds more than … files.'],
    [
      'the same, of a file in another',
      LIMITS,
      'importLimits.heldBytes',
      'bytes',
      'refused',
      '… unpacks to more than … MiB, too much to be read inside another file.',
    ],
    [
      'lists and objects of JSON',
      LIMITS,
      'importLimits.jsonLists',
      '',
      'refused',
      'The file has … lists and objects of JSON; Laglens reads up to ….',
    ],
    [
      'profiles of an archive to choose from',
      'features/formats/extension/conversion.ts',
      'MOST_OFFERED',
      '',
      'the first are listed',
      '… more are not listed.',
    ],
    ['files in an archive that are looked into', ENTRIES, 'MOST_ENTRIES', '', 'the first count'],
    ['memory', 'features/formats/extension/import-thread.ts', 'MEMORY_MB', 'MB', 'refused', 'The thread that … has ended: ….'],
  ],
};
