import type { Rooms } from './thread/rooms.ts';

/** Who answers questions in threads that read sessions. */
export const threadRooms = {
  compare: () => import('../features/compare/extension/compare-answers.ts'), // features/compare
  facts: () => import('./sessions/facts/facts-answers.ts'),
  imports: () => import('../features/formats/extension/import-answers.ts'), // features/formats
  lake: () => import('../features/lake/extension/lake-answers.ts'), // features/lake
  session: () => import('./session-answers.ts'),
  share: () => import('./share/markdown-answers.ts'),
} as const satisfies Rooms;
