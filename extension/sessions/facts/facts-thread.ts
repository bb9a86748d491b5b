import { AskedThread } from '../../../host/asked-thread.ts';
import type { OpenFiles } from '../../page/open-files.ts';
import { sessionProgram } from '../../thread/program.ts';
import type { InRoom } from '../../thread/rooms.ts';
import type { FactsAnswers, HeldFactsAnswers } from './facts-answers.ts';
import type { JudgeSettings } from './judge-settings.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** V8 heap of the thread. */
const MEMORY_MB = 192;

/** Reads facts of session files: those of an open file in its thread, others in one that ends by `close`. */
export class FactsThread {
  readonly #thread: AskedThread<InRoom<'facts', FactsAnswers>>;
  readonly #open: OpenFiles;
  readonly #closing = new AbortController();

  constructor(open: OpenFiles, options: { readonly program?: URL; readonly hangMs?: number } = {}) {
    this.#open = open;
    this.#thread = new AskedThread({ program: sessionProgram(), task: 'lists facts of sessions', memoryMb: MEMORY_MB, ...options });
  }

  /** @throws LaglensError when the file cannot be opened, or has ended the thread */
  async read(path: string, settings: JudgeSettings): Promise<RecordedFacts> {
    const file = await this.#open.at(path);
    const held = await file?.ask<InRoom<'facts', HeldFactsAnswers>, 'facts.held'>(
      'facts.held',
      (question, report) => [question, settings, report],
      this.#closing.signal,
    );
    return held ?? this.#thread.ask('facts.read', [path, settings]);
  }

  close(): void {
    this.#closing.abort();
    this.#thread.close();
  }
}
