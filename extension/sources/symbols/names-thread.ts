import { explain } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import type { Builds } from '../../../host/builds/build-index.ts';
import type { SymbolSource } from '../../../host/builds/symbol-thread.ts';
import type { Answers } from '../../../host/thread-peer.ts';
import type { InRoom } from '../../thread/rooms.ts';
import { SessionThread } from '../../thread/session-thread.ts';
import type { NamesAnswers, NamesAsker } from './names-answers.ts';
import type { Symbolicator } from './recorded-symbolication.ts';

/** The thread that follows the session, maybe for others, too. */
export type NamingThread = SessionThread<InRoom<'session', NamesAnswers>>;

export interface SymbolicationThreadOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Receives records as bytes that decode alone. */
  found(piece: Uint8Array): void;
  log(line: string): void;
  closed?(): void;
  /** Ended by its owner; one of its own if left out. */
  readonly thread?: NamingThread;
}

/** Symbolicates one session in another thread, which asks here for builds. Reports once if it ends. */
export class SymbolicationThread implements Symbolicator {
  readonly #options: SymbolicationThreadOptions;
  readonly #thread: NamingThread;
  readonly #forgetBuilds: () => void;
  #isOver = false;
  #hasBegun = false;

  constructor(options: SymbolicationThreadOptions) {
    const { builds, symbols, thread = new SessionThread() } = options;
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
    this.#thread = thread;
    thread.answer(answers);
    this.#forgetBuilds = builds.onChange(() => this.retry());
  }

  /** Unanswered pieces and questions. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  async take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): Promise<void> {
    await this.#asked(() => this.#thread.ask('session.take', [data, isChunk], [data.buffer]));
  }

  begin(): void {
    this.#hasBegun = true;
    background(
      this.#asked(() => this.#thread.ask('session.begin', [])),
      () => undefined,
    );
  }

  settled(): Promise<void> {
    return this.#asked(() => this.#thread.ask('session.settled', []));
  }

  /** Searches again for names that are not of the exact build. */
  retry(): void {
    if (!this.#hasBegun) return;
    background(
      this.#asked(() => this.#thread.ask('session.retry', [])),
      () => undefined,
    );
  }

  failed(error: unknown): void {
    if (this.#isOver) return;
    this.#options.log(`Symbol search for this session has ended: ${explain(error)}`);
    this.close();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forgetBuilds();
    // Others may still ask a thread that was given.
    if (this.#options.thread === undefined) this.#thread.close();
    this.#options.closed?.();
  }

  async #asked(ask: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    try {
      await ask();
    } catch (error) {
      this.failed(error);
    }
  }
}
