import { AskedThread } from '../../host/asked-thread.ts';
import type { Asked } from '../../host/thread-peer.ts';
import { sessionProgram } from './program.ts';

/** V8 heap of the thread: the largest models take 170 MB of it, what names need 140 MB. */
const MEMORY_MB = 480;

/** The one thread of an open session, which holds it for all who ask about it. */
export class SessionThread<Q extends Asked<Q>> {
  readonly #thread: AskedThread<Q>;
  readonly #answers = new Map<string, unknown>();

  constructor(options: { readonly program?: URL; readonly hangMs?: number } = {}) {
    this.#thread = new AskedThread({
      program: sessionProgram(),
      task: 'reads this session',
      memoryMb: MEMORY_MB,
      answers: (name: string) => this.#answers.get(name),
      ...options,
    });
  }

  /** Unanswered questions. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  /** Answers to the thread's own questions. */
  answer(answers: object): void {
    for (const [name, each] of Object.entries(answers)) this.#answers.set(name, each);
  }

  /** @throws LaglensError when the thread has ended */
  ask<K extends keyof Q & string>(
    name: K,
    given: Parameters<Q[K]>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Q[K]>>> {
    return this.#thread.ask(name, given, moved);
  }

  /** As `ask`, for another room. @throws LaglensError when the thread has ended */
  askOther<Other extends Asked<Other>, K extends keyof Other & string>(
    name: K,
    given: Parameters<Other[K]>,
  ): Promise<Awaited<ReturnType<Other[K]>>> {
    return this.#thread.askOther<Other, K>(name, given);
  }

  close(): void {
    this.#thread.close();
  }
}
