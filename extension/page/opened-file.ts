import { LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import type { SessionReport } from '../../core/session/file/reader.ts';
import type { Asked } from '../../host/thread-peer.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import type { CostAnswers } from '../heat/costs/cost-answers.ts';
import type { CostSource } from '../heat/costs/cost-questions.ts';
import { type CostPart, CostThread } from '../heat/costs/cost-thread.ts';
import type { NamesAnswers } from '../sources/symbols/names-answers.ts';
import type { NamingThread } from '../sources/symbols/names-thread.ts';
import type { RecordedSymbolication } from '../sources/symbols/recorded-symbolication.ts';
import type { InRoom } from '../thread/rooms.ts';
import { SessionThread } from '../thread/session-thread.ts';
import type { HoldAnswers } from '../thread/thread-session.ts';
import type { AskedFile, SessionPart } from './page-source.ts';

interface OpenedFileOptions {
  /** The file's chunks, from the first. */
  read(signal: AbortSignal): AsyncIterable<SessionPart>;
  startNaming(thread: NamingThread): RecordedSymbolication;
  /** All is read. */
  whole(names: RecordedSymbolication): void;
  appClasses(): Promise<AppClasses>;
  /** The last reading's; undefined before its end. */
  report(): Readonly<SessionReport> | undefined;
  /** When the file was changed last; undefined if unknown. */
  modifiedMs(): Promise<number | undefined>;
}

/** The one thread of an open file. It decodes the file once, for all who ask about it. */
export class OpenedFile implements AskedFile {
  readonly names: RecordedSymbolication;
  readonly #options: OpenedFileOptions;
  readonly #thread = new SessionThread<InRoom<'session', CostAnswers & NamesAnswers & HoldAnswers>>();
  readonly #closing = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #reading: Promise<void> | undefined;
  #modifiedMs: Promise<number | undefined> = Promise.resolve(undefined);
  #hasFailed = false;
  #isWhole = false;
  #questions = 0;

  constructor(options: OpenedFileOptions) {
    this.#options = options;
    this.names = options.startNaming(this.#thread);
  }

  /** The file could not be read, or has ended the thread. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** When the read file had been changed last; undefined if unknown. */
  get modifiedMs(): Promise<number | undefined> {
    return this.#modifiedMs;
  }

  /** Reads the file for the thread, once. */
  follow(): Promise<void> {
    if (this.#reading === undefined) {
      this.#modifiedMs = this.#options.modifiedMs();
      this.#reading = this.#read();
      background(this.#reading, (error) => this.#fail(error));
    }
    return this.#reading;
  }

  openCosts(): CostSource {
    return new CostThread(this.#thread, (signal) => this.#costParts(signal));
  }

  async ask<Q extends Asked<Q>, K extends keyof Q & string>(
    name: K,
    given: (question: number, report: Readonly<SessionReport>) => Parameters<Q[K]>,
    signal: AbortSignal,
    answers: object = {},
  ): Promise<Awaited<ReturnType<Q[K]>> | undefined> {
    const question = ++this.#questions;
    const stop = (): void => background(this.#thread.ask('session.stop', [question]), () => undefined);
    try {
      await this.follow();
      const report = this.#options.report();
      if (report === undefined || signal.aborted || this.#closing.signal.aborted) return undefined;
      signal.addEventListener('abort', stop, { once: true });
      this.#thread.answer(answers);
      return await this.#thread.askOther<Q, K>(name, given(question, report));
    } catch (error) {
      // Its own thread says why the file cannot be read.
      if (error instanceof LaglensError && error.code === 'internal' && !signal.aborted && !this.#closing.signal.aborted) this.#fail(error);
      return undefined;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  close(): void {
    this.#closing.abort();
    this.names.close();
    this.#thread.close();
  }

  /** Later questions are not asked here. */
  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.names.failed(error);
  }

  async #read(): Promise<void> {
    const { signal } = this.#closing;
    await this.#thread.ask('session.hold', [await this.#options.appClasses()]);
    for await (const { data } of this.#options.read(signal)) {
      await this.#thread.ask('session.take', [data, true], [data.buffer]);
      for (const taken of this.#waiting.splice(0)) taken();
    }
    if (signal.aborted) return;
    await this.#thread.ask('session.whole', []);
    this.#isWhole = true;
    this.#options.whole(this.names);
  }

  /** Costs take part in the one reading, which may be over. */
  async *#costParts(signal: AbortSignal): AsyncGenerator<CostPart> {
    const all = this.follow();
    while (!this.#isWhole && !signal.aborted) {
      await Promise.race([this.#nextPart(), all]);
      if (!this.#isWhole) yield { catchingUp: true };
    }
    if (signal.aborted) return;
    yield { catchingUp: false };
    // The thread has found them.
    for await (const _ of this.names.parts(signal)) yield { catchingUp: false };
  }

  #nextPart(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
