import type { LimitGroup } from '../../../scripts/build/limits/met-limit.ts';

export const lakeLimits: LimitGroup = {
  title: 'Lakes',
  limits: [
    [
      'files of one question',
      'features/lake/host/lake-files.ts',
      'MOST_FILES',
      '',
      'refused',
      'The lake has more than … files, too many for one question.',
    ],
    [
      'rows of an answer',
      'features/lake/host/open-lake.ts',
      'MOST_ROWS',
      '',
      'the first are given',
      'Only the first … rows are shown. Sum them up in SQL, or ask for fewer.',
      'features/lake/cli/lake-command.ts',
    ],
    ['rows of a question on a page', 'features/lake/host/lake-page.ts', 'MOST_ROWS', '', 'the first are shown'],
    ['letters of an answer', 'features/lake/host/bounded-answer.ts', 'MOST_LETTERS', 'letters', 'the first rows are given'],
    [
      'the engine’s memory, if half of the computer’s is more',
      'features/lake/host/engine-limits.ts',
      'MOST_BYTES',
      'bytes',
      'the question fails with the engine’s words',
    ],
    [
      'memory of the thread that asks',
      'features/lake/extension/lake-thread.ts',
      'MEMORY_MB',
      'MB',
      'refused',
      'The thread that … has ended: ….',
    ],
  ],
};
