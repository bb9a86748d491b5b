import { AskedThread } from '../../host/asked-thread.ts';
import type { FactsWorkerQuestions } from './facts-worker.ts';
import type { JudgeSettings } from './judge-settings.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** V8 heap of the thread. */
const MEMORY_MB = 192;

/** Reads facts of session files in another thread, which ends by `close`. */
export class FactsThread {
  readonly #thread: AskedThread<FactsWorkerQuestions>;

  constructor(options: { readonly program?: URL; readonly hangMs?: number } = {}) {
    this.#thread = new AskedThread({ program: factsProgram(), task: 'lists facts of sessions', memoryMb: MEMORY_MB, ...options });
  }

  /** @throws LaglensError when the file cannot be opened, or has ended the thread */
  read(path: string, settings: JudgeSettings): Promise<RecordedFacts> {
    return this.#thread.ask('read', [path, settings]);
  }

  close(): void {
    this.#thread.close();
  }
}

/** Beside this bundle, or beside this file in a checkout. */
export function factsProgram(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './facts-worker.ts' : './facts-worker.cjs', import.meta.url);
}
