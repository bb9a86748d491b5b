import { explain } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import { AskedThread } from '../../host/asked-thread.ts';
import type { Builds } from '../../host/builds/build-index.ts';
import type { SymbolSource } from '../../host/builds/symbol-thread.ts';
import type { Answers } from '../../host/thread-peer.ts';
import type { NamesHostQuestions, NamesWorkerQuestions } from './names-worker.ts';
import type { Symbolicator } from './recorded-symbolication.ts';

/** V8's heap of the thread. What is wanted of a session takes 140 MB of it at most. */
const MEMORY_MB = 192;

export interface SymbolicationThreadOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Takes new records, as bytes that decode on their own. */
  found(piece: Uint8Array): void;
  log(line: string): void;
  /** Nobody looks for names here any more. */
  closed?(): void;
  /** Another program, for tests. */
  readonly program?: URL;
}

/**
 * Looks for the names of one session in a thread of its own, where it is decoded. The thread asks here for builds and for what is in them.
 * When it ends, that is said once, and no more names are found.
 */
export class SymbolicationThread implements Symbolicator {
  readonly #options: SymbolicationThreadOptions;
  readonly #thread: AskedThread<NamesWorkerQuestions>;
  readonly #forgetBuilds: () => void;
  #isOver = false;
  #hasBegun = false;

  constructor(options: SymbolicationThreadOptions) {
    const { builds, symbols, program = programUrl() } = options;
    this.#options = options;
    const answers: Answers<NamesHostQuestions> = {
      native: async (image) => ({ found: await builds.native(image), places: builds.places }),
      mappings: async () => ({ found: await builds.mappings(), places: builds.places }),
      symbols: async (question) => {
        const { answer, tookUs } = await symbols.ask(question);
        return { answer: { ask: question.ask, value: answer }, tookUs };
      },
      found: (piece) => options.found(piece),
      log: (line) => options.log(line),
    };
    this.#thread = new AskedThread({ program, task: 'looks for names in a session', memoryMb: MEMORY_MB, answers });
    this.#forgetBuilds = builds.onChange(() => this.retry());
  }

  /** Pieces that the thread was given and did not take in yet, and other questions. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  async take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): Promise<void> {
    await this.#asked(() => this.#thread.ask('take', [data, isChunk], [data.buffer]));
  }

  begin(): void {
    this.#hasBegun = true;
    background(
      this.#asked(() => this.#thread.ask('begin', [])),
      () => undefined,
    );
  }

  settled(): Promise<void> {
    return this.#asked(() => this.#thread.ask('settled', []));
  }

  /** Searches again for what has no names of the very build, when it has begun to. */
  retry(): void {
    if (!this.#hasBegun) return;
    background(
      this.#asked(() => this.#thread.ask('retry', [])),
      () => undefined,
    );
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forgetBuilds();
    this.#thread.close();
    this.#options.closed?.();
  }

  async #asked(ask: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    try {
      await ask();
    } catch (error) {
      if (this.#isOver) return;
      this.#options.log(`Names are no longer looked for in this session: ${explain(error)}`);
      this.close();
    }
  }
}

/** Beside the bundle that this file is part of, or beside this file in a checkout. */
function programUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './names-worker.ts' : './names-worker.cjs', import.meta.url);
}
