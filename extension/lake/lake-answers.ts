import type { LakePage } from '../../core/lake/page/page-node.ts';
import { addSessions } from '../../host/lake/add-sessions.ts';
import { loadDuckDb } from '../../host/lake/duckdb.ts';
import { overviewPage } from '../../host/lake/lake-page.ts';
import { Lake } from '../../host/lake/open-lake.ts';
import type { Answers } from '../../host/thread-peer.ts';

/** Questions about lakes to a thread. */
export interface LakeQuestions {
  /** @throws LaglensError if DuckDB is not installed */
  requireEngine(): void;
  page(folder: string): Promise<LakePage>;
  /** Number of sessions that could not be read. */
  add(folder: string, paths: readonly string[], version: string, thresholdUs: number): Promise<number>;
}

const { signal } = new AbortController();

/** For a thread that also reads other tools' profiles: one bundle has the readers. */
export const lakeAnswers: Answers<LakeQuestions> = {
  requireEngine: () => {
    loadDuckDb();
  },
  page: async (folder) => {
    const lake = await Lake.open(folder);
    try {
      return await overviewPage(lake, folder, signal);
    } finally {
      lake.close();
    }
  },
  add: async (folder, paths, version, thresholdUs) => {
    let skipped = 0;
    const done = (_: string, end: unknown): void => {
      if (typeof end !== 'string') skipped++;
    };
    await addSessions(folder, paths, { version, thresholdUs, packages: undefined, signal, done });
    return skipped;
  },
};
