import { sessionProgram } from '../../../extension/thread/program.ts';
import type { InRoom } from '../../../extension/thread/rooms.ts';
import { AskedThread } from '../../../host/asked-thread.ts';
import type { LakePage } from '../core/page/linked-page.ts';
import type { LakeSessionFile } from '../host/stored-lake.ts';
import type { AskedVersions, LakeQuestions, RefreshSettings } from './lake-answers.ts';
import { localizedPage } from './localized-page.ts';

/** V8 heap of the thread; DuckDB limits its own memory. */
const MEMORY_MB = 1_024;
/** Many sessions take minutes. */
const HANG_MS = 1_200_000;

/** Reads and compares versions in another process, until `close`. */
export class LakeThread {
  readonly #thread: AskedThread<InRoom<'lake', LakeQuestions>>;

  /** @param added called after each session that is read */
  constructor(added: () => void = () => undefined) {
    this.#thread = new AskedThread<InRoom<'lake', LakeQuestions>>({
      program: sessionProgram(),
      task: 'compares versions',
      memoryMb: MEMORY_MB,
      hangMs: HANG_MS,
      // A crafted file could crash the engine, which is native code.
      isProcess: true,
      answers: { added },
    });
  }

  /** @throws LaglensError if DuckDB is not installed */
  requireEngine(): Promise<void> {
    return this.#thread.ask('lake.requireEngine', []);
  }

  /** Makes the lake in a folder equal to these sessions. @throws LaglensError if it cannot be written */
  refresh(folder: string, sessions: readonly LakeSessionFile[], settings: RefreshSettings): Promise<void> {
    return this.#thread.ask('lake.refresh', [folder, sessions, settings]);
  }

  /** All ready questions, in VS Code's language. @throws LaglensError if the lake cannot be read */
  async page(asked: AskedVersions): Promise<LakePage> {
    return localizedPage(await this.#thread.ask('lake.page', [asked]));
  }

  close(): void {
    this.#thread.close();
  }
}
