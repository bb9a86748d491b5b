import { AskedThread } from '../../../host/asked-thread.ts';
import { sessionProgram } from '../../thread/program.ts';
import type { InRoom } from '../../thread/rooms.ts';
import type { FactsAnswers } from './facts-answers.ts';
import type { JudgeSettings } from './judge-settings.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** V8 heap of the thread. */
const MEMORY_MB = 192;

/** Reads facts of session files in another thread, which ends by `close`. */
export class FactsThread {
  readonly #thread: AskedThread<InRoom<'facts', FactsAnswers>>;

  constructor(options: { readonly program?: URL; readonly hangMs?: number } = {}) {
    this.#thread = new AskedThread({ program: sessionProgram(), task: 'lists facts of sessions', memoryMb: MEMORY_MB, ...options });
  }

  /** @throws LaglensError when the file cannot be opened, or has ended the thread */
  read(path: string, settings: JudgeSettings): Promise<RecordedFacts> {
    return this.#thread.ask('facts.read', [path, settings]);
  }

  close(): void {
    this.#thread.close();
  }
}
