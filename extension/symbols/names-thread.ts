import { explain } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import { AskedThread } from '../../host/asked-thread.ts';
import type { Builds } from '../../host/builds/build-index.ts';
import type { SymbolSource } from '../../host/builds/symbol-thread.ts';
import type { Answers } from '../../host/thread-peer.ts';
import { sessionProgram } from '../thread/program.ts';
import type { InRoom } from '../thread/rooms.ts';
import type { NamesAnswers, NamesAsker } from './names-answers.ts';
import type { Symbolicator } from './recorded-symbolication.ts';

/** V8 heap of the thread; a session needs at most 140 MB. */
const MEMORY_MB = 192;

export interface SymbolicationThreadOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Receives records as bytes that decode alone. */
  found(piece: Uint8Array): void;
  log(line: string): void;
  closed?(): void;
  readonly program?: URL;
}

/** Symbolicates one session in another thread, which asks here for builds. Reports once if it ends. */
export class SymbolicationThread implements Symbolicator {
  readonly #options: SymbolicationThreadOptions;
  readonly #thread: AskedThread<InRoom<'names', NamesAnswers>>;
  readonly #forgetBuilds: () => void;
  #isOver = false;
  #hasBegun = false;

  constructor(options: SymbolicationThreadOptions) {
    const { builds, symbols, program = sessionProgram() } = options;
    this.#options = options;
    const answers: Answers<NamesAsker> = {
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

  /** Unanswered pieces and questions. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  async take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): Promise<void> {
    await this.#asked(() => this.#thread.ask('names.take', [data, isChunk], [data.buffer]));
  }

  begin(): void {
    this.#hasBegun = true;
    background(
      this.#asked(() => this.#thread.ask('names.begin', [])),
      () => undefined,
    );
  }

  settled(): Promise<void> {
    return this.#asked(() => this.#thread.ask('names.settled', []));
  }

  /** Searches again for names that are not of the exact build. */
  retry(): void {
    if (!this.#hasBegun) return;
    background(
      this.#asked(() => this.#thread.ask('names.retry', [])),
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
      this.#options.log(`Symbol search for this session has ended: ${explain(error)}`);
      this.close();
    }
  }
}
