import type { OpenFiles } from '../../../extension/page/open-files.ts';
import { sessionProgram } from '../../../extension/thread/program.ts';
import type { InRoom } from '../../../extension/thread/rooms.ts';
import { AskedThread } from '../../../host/asked-thread.ts';
import type { CompareQuestions, HeldCapture } from './compare-answers.ts';
import type { FilesDiff, WantedCapture, WantedDiff } from './diff-files.ts';

/** V8 heap of the thread, which holds one whole session at a time. */
const MEMORY_MB = 512;

/** Compares sets of session files in another thread, which keeps what it read, or what threads of open files know, until `close`. */
export class DiffThread {
  readonly #thread: AskedThread<InRoom<'compare', CompareQuestions>>;
  readonly #files: OpenFiles;
  readonly #closing = new AbortController();

  constructor(files: OpenFiles) {
    this.#files = files;
    this.#thread = new AskedThread({ program: sessionProgram(), task: 'compares sessions', memoryMb: MEMORY_MB });
  }

  /** @throws LaglensError if it cannot be read */
  async read(wanted: WantedCapture): Promise<void> {
    const { path } = wanted;
    const file = await this.#files.at(path);
    const bytes = await file?.ask<InRoom<'compare', HeldCapture>, 'compare.held'>(
      'compare.held',
      (question) => [question, wanted],
      this.#closing.signal,
    );
    if (bytes === undefined) await this.#thread.ask('compare.capture', [wanted]);
    else await this.#thread.ask('compare.take', [path, bytes], [bytes.buffer]);
  }

  /** @throws LaglensError if the thread has ended */
  diff(wanted: WantedDiff): Promise<FilesDiff> {
    return this.#thread.ask('compare.diff', [wanted]);
  }

  close(): void {
    this.#closing.abort();
    this.#thread.close();
  }
}
