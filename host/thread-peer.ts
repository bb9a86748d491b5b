import { type ErrorCode, LaglensError, messageOf } from '../core/errors.ts';
import { background } from '../core/guarded.ts';

/** What one thread can be asked by another: functions by name, whose arguments and results can be cloned. */
export type Asked<Q> = { readonly [K in keyof Q]: (...given: never[]) => unknown };

/** Answers to all of them, at once or later. */
export type Answers<Q extends Asked<Q>> = {
  readonly [K in keyof Q]: (...given: Parameters<Q[K]>) => Awaited<ReturnType<Q[K]>> | Promise<Awaited<ReturnType<Q[K]>>>;
};

/** What two peers send to each other. The values are what the question's name says: both are made from one table. */
export type PeerMessage =
  | { readonly kind: 'question'; readonly number: number; readonly name: string; readonly given: readonly never[] }
  | { readonly kind: 'answer'; readonly number: number; readonly value: never }
  | { readonly kind: 'failure'; readonly number: number; readonly failure: Failure };

/** An error on its way; without a code it was none that a person can act on. */
interface Failure {
  readonly message: string;
  readonly person?: { readonly code: ErrorCode; readonly next: string };
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** One end of a connection between two threads: asks the other one, and answers it. */
export class ThreadPeer<Theirs extends Asked<Theirs>> {
  readonly #post: (message: object, moved: readonly ArrayBuffer[]) => void;
  readonly #answers: ReadonlyMap<string, (...given: never[]) => unknown>;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #answering = 0;
  #ended: Error | undefined;

  /** @param answers to what the other thread asks */
  constructor(post: (message: object, moved: readonly ArrayBuffer[]) => void, answers: object = {}) {
    this.#post = post;
    this.#answers = new Map(Object.entries(answers));
  }

  /** Questions without an answer so far. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Questions of the other thread that are not answered so far. */
  get answering(): number {
    return this.#answering;
  }

  /**
   * @param moved buffers that the other thread gets; they are empty here afterwards
   * @throws Error of the answer, or of the end of the other thread
   */
  ask<K extends keyof Theirs & string>(
    name: K,
    given: Parameters<Theirs[K]>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Theirs[K]>>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const number = ++this.#asked;
    return new Promise((resolve, reject) => {
      // What cannot be sent fails here, and is not waited for.
      this.#post({ kind: 'question', number, name, given }, moved);
      this.#waiting.set(number, { resolve, reject });
    });
  }

  /** Takes what the other thread sent. */
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

  /** All questions fail from now on, those without an answer, too. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  async #answer({ number, name, given }: Extract<PeerMessage, { readonly kind: 'question' }>): Promise<void> {
    this.#answering++;
    let answer: object;
    try {
      const answering = this.#answers.get(name);
      if (answering === undefined) throw new Error(`Nobody answers ${name}.`);
      answer = { kind: 'answer', number, value: await answering(...given) };
    } catch (error) {
      answer = { kind: 'failure', number, failure: failureOf(error) };
    }
    this.#answering--;
    if (this.#ended !== undefined) return;
    try {
      this.#post(answer, []);
    } catch (error) {
      // What cannot be sent: the other thread would wait for ever.
      this.#post({ kind: 'failure', number, failure: failureOf(error) }, []);
    }
  }
}

function failureOf(error: unknown): Failure {
  const message = messageOf(error);
  return error instanceof LaglensError ? { message, person: { code: error.code, next: error.next } } : { message };
}

function errorOf({ message, person }: Failure): Error {
  return person === undefined ? new Error(message) : new LaglensError({ message, ...person });
}
