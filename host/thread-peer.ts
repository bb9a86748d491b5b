import { type ErrorCode, LaglensError, messageOf } from '../core/errors.ts';
import { background } from '../core/guarded.ts';
import { type Phrase, phraseOf, rememberPhrase } from '../core/text/phrase.ts';

/** Questions as functions by name, with cloneable arguments and results. */
export type Asked<Q> = { readonly [K in keyof Q]: (...given: never[]) => unknown };

export type Answers<Q extends Asked<Q>> = {
  readonly [K in keyof Q]: (...given: Parameters<Q[K]>) => Awaited<ReturnType<Q[K]>> | Promise<Awaited<ReturnType<Q[K]>>>;
};

/** Finds the answer to a question by its name; undefined for an unknown one. */
export type FindAnswer = (name: string) => unknown;

/** A question's name determines the values' types. */
export type PeerMessage =
  | { readonly kind: 'question'; readonly number: number; readonly name: string; readonly given: readonly never[] }
  | { readonly kind: 'answer'; readonly number: number; readonly value: never }
  | { readonly kind: 'failure'; readonly number: number; readonly failure: Failure };

/** Without a code it was no error for people. */
interface Failure {
  readonly message: string;
  readonly person?: { readonly code: ErrorCode; readonly next: string };
  /** Of message and next step, which the asking thread does not know. */
  readonly phrases?: readonly Phrase[];
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** One end of a connection between threads that ask each other. */
export class ThreadPeer<Theirs extends Asked<Theirs>> {
  readonly #post: (message: object, moved: readonly ArrayBuffer[]) => void;
  readonly #find: FindAnswer;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #answering = 0;
  #ended: Error | undefined;

  /** @param answers to the other thread's questions */
  constructor(post: (message: object, moved: readonly ArrayBuffer[]) => void, answers: object | FindAnswer = {}) {
    this.#post = post;
    this.#find = isFinder(answers) ? answers : findIn(answers);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Unanswered questions of the other thread. */
  get answering(): number {
    return this.#answering;
  }

  /**
   * @param moved transferred buffers
   * @throws Error of the answer, or of the other thread's end
   */
  ask<K extends keyof Theirs & string>(
    name: K,
    given: Parameters<Theirs[K]>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Theirs[K]>>> {
    return this.askOther<Theirs, K>(name, given, moved);
  }

  /** As `ask`, where the other thread answers more than this connection says. */
  askOther<Q extends Asked<Q>, K extends keyof Q & string>(
    name: K,
    given: Parameters<Q[K]>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Q[K]>>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const number = ++this.#asked;
    return new Promise((resolve, reject) => {
      // Throws before waiting if the message cannot be sent.
      this.#post({ kind: 'question', number, name, given }, moved);
      this.#waiting.set(number, { resolve, reject });
    });
  }

  heard(message: PeerMessage): void {
    if (message.kind === 'question') {
      background(this.#answer(message), () => undefined);
      return;
    }
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(errorOf(message.failure));
  }

  /** Fails open and later questions. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  async #answer({ number, name, given }: Extract<PeerMessage, { readonly kind: 'question' }>): Promise<void> {
    this.#answering++;
    let answer: object;
    try {
      const answering = await this.#find(name);
      if (!isFunction(answering)) throw new Error(`${name} got no answer.`);
      answer = { kind: 'answer', number, value: await answering(...given) };
    } catch (error) {
      answer = { kind: 'failure', number, failure: failureOf(error) };
    }
    this.#answering--;
    if (this.#ended !== undefined) return;
    try {
      this.#post(answer, []);
    } catch (error) {
      // Without an answer the other thread would wait for ever.
      this.#post({ kind: 'failure', number, failure: failureOf(error) }, []);
    }
  }
}

function isFinder(answers: object | FindAnswer): answers is FindAnswer {
  return typeof answers === 'function';
}

function findIn(answers: object): FindAnswer {
  const known = new Map<string, unknown>(Object.entries(answers));
  return (name) => known.get(name);
}

function isFunction(value: unknown): value is (...given: readonly never[]) => unknown {
  return typeof value === 'function';
}

function failureOf(error: unknown): Failure {
  const message = messageOf(error);
  const phrases = [message, error instanceof LaglensError ? error.next : ''].flatMap((text) => phraseOf(text) ?? []);
  return error instanceof LaglensError ? { message, person: { code: error.code, next: error.next }, phrases } : { message, phrases };
}

function errorOf({ message, person, phrases = [] }: Failure): Error {
  phrases.forEach(rememberPhrase);
  return person === undefined ? new Error(message) : new LaglensError({ message, ...person });
}
