import { sessionProgram } from '../../../extension/thread/program.ts';
import type { InRoom } from '../../../extension/thread/rooms.ts';
import { AskedThread } from '../../../host/asked-thread.ts';
import type { CompareQuestions } from './compare-answers.ts';
import type { FilesDiff, WantedCapture, WantedDiff } from './diff-files.ts';

/** V8 heap of the thread, which holds one whole session at a time. */
const MEMORY_MB = 512;

/** Compares sets of session files in another thread, which keeps what it read until `close`. */
export class DiffThread {
  readonly #thread: AskedThread<InRoom<'compare', CompareQuestions>>;

  constructor() {
    this.#thread = new AskedThread({ program: sessionProgram(), task: 'compares sessions', memoryMb: MEMORY_MB });
  }

  /** @throws LaglensError if it cannot be read */
  read(wanted: WantedCapture): Promise<void> {
    return this.#thread.ask('compare.capture', [wanted]);
  }

  /** @throws LaglensError if the thread has ended */
  diff(wanted: WantedDiff): Promise<FilesDiff> {
    return this.#thread.ask('compare.diff', [wanted]);
  }

  close(): void {
    this.#thread.close();
  }
}
