import { LaglensError, messageOf } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import { type StartedProgram, startWorker } from '../start-worker.ts';
import type { AnswerTo, AskedQuestion, FileFailure, GivenAnswer, SymbolAnswers, SymbolQuestion } from './symbol-questions.ts';

/** Longer than any question about a build's file takes. */
const HANG_MS = 120_000;
/** Limits the thread's memory: a hostile file ends the thread, not the editor. */
const MEMORY_MB = 3_072;

export interface SymbolThreadOptions {
  /** Reports that the thread was restarted. */
  log?(line: string): void;
  readonly hangMs?: number;
  /** For tests. */
  readonly program?: URL;
}

export interface TimedAnswer<A> {
  readonly answer: A;
  readonly tookUs: number;
}

/** Answers questions about symbols; tests replace it. */
export interface SymbolSource {
  /** @throws LaglensError when the file is unreadable or ended the thread */
  ask<K extends SymbolQuestion['ask']>(question: Extract<SymbolQuestion, { readonly ask: K }>): Promise<TimedAnswer<SymbolAnswers[K]>>;
}

interface Waiting {
  readonly asked: AskedQuestion;
  resolve(answer: AnswerTo<keyof SymbolAnswers>, tookUs: number): void;
  reject(error: LaglensError): void;
}

/**
 * The thread that reads symbols, started by the first question. It answers in turn. If it dies or hangs, the current
 * question fails and a new thread takes the rest.
 */
export class SymbolThread implements SymbolSource {
  readonly #options: SymbolThreadOptions;
  readonly #waiting: Waiting[] = [];
  #worker: StartedProgram | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #asked = 0;
  #isClosed = false;

  constructor(options: SymbolThreadOptions = {}) {
    this.#options = options;
  }

  ask<K extends SymbolQuestion['ask']>(question: Extract<SymbolQuestion, { readonly ask: K }>): Promise<TimedAnswer<SymbolAnswers[K]>> {
    if (this.#isClosed) return Promise.reject(ended('Symbols are no longer read: Laglens is closing.'));
    return new Promise((resolve, reject) => {
      const asked = { number: ++this.#asked, question };
      this.#waiting.push({
        asked,
        resolve: (answer, tookUs) => {
          if (isAnswerTo(question.ask, answer)) resolve({ answer: answer.value, tookUs });
          else reject(ended(`The thread that reads symbols answered ${answer.ask} where ${question.ask} was asked.`));
        },
        reject,
      });
      const worker = this.#started();
      worker.ref();
      worker.postMessage(asked, []);
      if (this.#waiting.length === 1) this.#watch();
    });
  }

  /** Ends the thread and fails its open questions. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#watchdog);
    for (const { reject } of this.#waiting.splice(0)) reject(ended('Symbols are no longer read: Laglens is closing.'));
    const worker = this.#worker;
    // Cleared first, as termination exits with code 1 and must not count as a loss.
    this.#worker = undefined;
    await worker?.terminate();
  }

  #started(): StartedProgram {
    if (this.#worker !== undefined) return this.#worker;
    const limits = { maxOldGenerationSizeMb: MEMORY_MB };
    const worker: StartedProgram = startWorker<GivenAnswer>(this.#options.program ?? programUrl(), limits, {
      heard: (given) => this.#heard(worker, given),
      ended: (why) => this.#lost(worker, why),
    });
    this.#worker = worker;
    return worker;
  }

  #heard(worker: StartedProgram, given: GivenAnswer): void {
    const [first] = this.#waiting;
    if (worker !== this.#worker || first === undefined || first.asked.number !== given.number) return;
    this.#waiting.shift();
    this.#watch();
    if ('failure' in given) first.reject(failed(given.failure));
    else first.resolve(given.answer, given.tookUs);
  }

  /** The current question caused the loss. */
  #lost(worker: StartedProgram, why: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    background(worker.terminate(), (error) => this.#options.log?.(messageOf(error)));
    const guilty = this.#waiting.shift();
    this.#options.log?.(`The thread that reads symbols was started again: ${why}.`);
    guilty?.reject(ended(`Reading ${guilty.asked.question.path} ended the thread that reads symbols: ${why}.`));
    clearTimeout(this.#watchdog);
    if (this.#waiting.length === 0) return;
    const next = this.#started();
    for (const { asked } of this.#waiting) next.postMessage(asked, []);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    const worker = this.#worker;
    // An idle thread keeps no program alive.
    if (this.#waiting.length === 0) worker?.unref();
    if (worker === undefined || this.#waiting.length === 0) return;
    const hangMs = this.#options.hangMs ?? HANG_MS;
    const hangs = (): void => this.#lost(worker, `no answer came in ${hangMs / 1000} s`);
    this.#watchdog = setTimeout(
      guarded(hangs, (error) => this.#options.log?.(messageOf(error))),
      hangMs,
    );
    this.#watchdog.unref();
  }
}

function isAnswerTo<K extends keyof SymbolAnswers>(ask: K, answer: AnswerTo<keyof SymbolAnswers>): answer is AnswerTo<K> {
  return answer.ask === ask;
}

/** Beside the bundle, or beside this file in a checkout. */
function programUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './symbol-worker.ts' : './symbol-worker.cjs', import.meta.url);
}

function failed({ code, message, next }: FileFailure): LaglensError {
  return new LaglensError({ code, message, next });
}

function ended(message: string): LaglensError {
  return new LaglensError({
    code: 'internal',
    message,
    next: 'Other builds are read on. Please report it together with the log and, if you may, the file.',
    action: 'showLog',
  });
}
