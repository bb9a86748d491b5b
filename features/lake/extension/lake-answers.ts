import { background } from '../../../core/guarded.ts';
import type { Answers, ThreadPeer } from '../../../host/thread-peer.ts';
import { type PhrasedPage, withPhrases } from '../core/page/page-texts.ts';
import { loadDuckDb } from '../host/duckdb.ts';
import { questionsPage } from '../host/lake-page.ts';
import { Lake } from '../host/open-lake.ts';
import { type LakeSessionFile, refreshLake, type StoredLakeOptions } from '../host/stored-lake.ts';

export interface AskedVersions {
  readonly folder: string;
  readonly app: string;
  /** Version that is judged. */
  readonly now: string;
  /** Sessions of both versions. */
  readonly paths: readonly string[];
}

export type RefreshSettings = Omit<StoredLakeOptions, 'signal' | 'done'>;

/** Questions about versions to a thread. */
export interface LakeQuestions {
  /** @throws LaglensError if DuckDB is not installed */
  requireEngine(): void;
  refresh(folder: string, sessions: readonly LakeSessionFile[], settings: RefreshSettings): Promise<void>;
  page(asked: AskedVersions): Promise<PhrasedPage>;
}

/** Answers of the process that asks. */
export interface LakeAsker {
  /** One more session is in the lake. */
  added(): void;
}

/** The process's end cancels it. */
const { signal } = new AbortController();

export function answers(owner: ThreadPeer<LakeAsker>): Answers<LakeQuestions> {
  const done = (): void => background(owner.ask('added', []), () => undefined);
  return {
    requireEngine: () => {
      loadDuckDb();
    },
    refresh: (folder, sessions, settings) => refreshLake(folder, sessions, { ...settings, signal, done }),
    page: async ({ folder, app, now, paths }) => {
      const lake = await Lake.open(folder, paths);
      try {
        return withPhrases(await questionsPage(lake, { name: app, newest: now }, signal));
      } finally {
        lake.close();
      }
    },
  };
}
