import { background } from '../../core/guarded.ts';
import type { CostAnswers } from '../heat/costs/cost-answers.ts';
import type { CostSource, Judging } from '../heat/costs/cost-questions.ts';
import { type CostPart, CostThread } from '../heat/costs/cost-thread.ts';
import type { NamesAnswers } from '../sources/symbols/names-answers.ts';
import type { NamingThread } from '../sources/symbols/names-thread.ts';
import type { RecordedSymbolication } from '../sources/symbols/recorded-symbolication.ts';
import type { InRoom } from '../thread/rooms.ts';
import { SessionThread } from '../thread/session-thread.ts';
import type { SessionPart } from './page-source.ts';

interface OpenedFileOptions {
  /** The file's chunks, from the first. */
  read(signal: AbortSignal): AsyncIterable<SessionPart>;
  startNaming(thread: NamingThread): RecordedSymbolication;
  /** All is read. */
  whole(names: RecordedSymbolication): void;
}

/** The one thread of an open file. It decodes the file once, for names, and for line costs if they are wanted by then. */
export class OpenedFile {
  readonly names: RecordedSymbolication;
  readonly #options: OpenedFileOptions;
  readonly #thread = new SessionThread<InRoom<'session', CostAnswers & Omit<NamesAnswers, 'take'>>>();
  readonly #closing = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #reading: Promise<void> | undefined;
  #hasFailed = false;
  #judging: (() => Judging) | undefined;

  constructor(options: OpenedFileOptions) {
    this.#options = options;
    this.names = options.startNaming(this.#thread);
  }

  /** The file could not be read, or has ended the thread. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Reads the file for the thread, once. */
  follow(): void {
    if (this.#reading !== undefined) return;
    this.#reading = this.#read();
    background(this.#reading, (error) => {
      this.#hasFailed = true;
      this.names.failed(error);
    });
  }

  openCosts(): CostSource {
    return new CostThread(this.#thread, (judging, signal) => this.#costParts(judging, signal));
  }

  close(): void {
    this.#closing.abort();
    this.names.close();
    this.#thread.close();
  }

  async #read(): Promise<void> {
    const { signal } = this.#closing;
    for await (const { data } of this.#options.read(signal)) {
      await this.#thread.ask('session.take', [data, true, { names: true, judging: this.#judging?.() }], [data.buffer]);
      for (const taken of this.#waiting.splice(0)) taken();
    }
    if (!signal.aborted) this.#options.whole(this.names);
  }

  async *#costParts(judging: () => Judging, signal: AbortSignal): AsyncGenerator<CostPart> {
    if (this.#reading === undefined) yield* this.#joined(judging, signal);
    else yield* this.#options.read(signal);
    for await (const data of this.names.parts(signal)) yield { data, catchingUp: false };
  }

  /** Costs take part in the reading for names. */
  async *#joined(judging: () => Judging, signal: AbortSignal): AsyncGenerator<CostPart> {
    this.#judging = judging;
    const leave = (): void => {
      this.#judging = undefined;
    };
    signal.addEventListener('abort', leave, { once: true });
    this.follow();
    let isAll = false;
    const all = this.#reading?.then(() => {
      isAll = true;
    });
    while (!isAll && !signal.aborted) {
      await Promise.race([this.#nextPart(), all]);
      if (!isAll) yield { catchingUp: true };
    }
    yield { catchingUp: false };
  }

  #nextPart(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
