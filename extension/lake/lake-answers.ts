import type { LakePage } from '../../core/lake/page/page-node.ts';
import { loadDuckDb } from '../../host/lake/duckdb.ts';
import { overviewPage } from '../../host/lake/lake-page.ts';
import { Lake } from '../../host/lake/open-lake.ts';
import type { Answers } from '../../host/thread-peer.ts';

/** Questions about lakes to a thread. */
export interface LakeQuestions {
  /** @throws LaglensError if DuckDB is not installed */
  requireEngine(): void;
  page(folder: string): Promise<LakePage>;
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
};
