import type { LakePage } from '../../core/lake/page/page-node.ts';
import { AskedThread } from '../../host/asked-thread.ts';
import type { LakeQuestions } from './lake-answers.ts';

/** V8 heap of the thread; DuckDB limits its own memory. */
const MEMORY_MB = 512;
/** Lakes of many sessions take minutes. */
const HANG_MS = 1_200_000;

/** Asks lakes in another process, until `close`. */
export class LakeThread {
  readonly #thread = new AskedThread<LakeQuestions>({
    program: new URL(import.meta.url.endsWith('.ts') ? '../imports/import-worker.ts' : './import-worker.cjs', import.meta.url),
    task: 'asks a lake',
    memoryMb: MEMORY_MB,
    hangMs: HANG_MS,
    // A crafted file could crash the engine, which is native code.
    isProcess: true,
  });

  /** @throws LaglensError if DuckDB is not installed */
  requireEngine(): Promise<void> {
    return this.#thread.ask('requireEngine', []);
  }

  /** All ready questions. @throws LaglensError if the lake cannot be read */
  page(folder: string): Promise<LakePage> {
    return this.#thread.ask('page', [folder]);
  }

  close(): void {
    this.#thread.close();
  }
}
