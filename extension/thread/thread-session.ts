import { Turns } from '../../core/session/file/turns.ts';
import { nodeTurns } from '../../host/turn-driver.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { HeldSession } from './held-session.ts';

/** Questions to the thread of a session that it shall hold. */
export interface HoldAnswers {
  /** Before the first bytes. @param appClasses which classes are the app's, for who does not say */
  hold(appClasses: AppClasses): void;
  /** After the last bytes. */
  whole(): void;
  /** Ends the work on a question about the held session. */
  stop(question: number): void;
}

/** Long work of a thread one after the other, in steps: short questions are answered between them. */
export class LongWork {
  #last: Promise<unknown> = Promise.resolve();
  readonly #stops = new Map<number, AbortController>();

  /** @param question a number by which it can be stopped */
  run<Result>(work: () => Generator<void, Result>, question?: number): Promise<Result> {
    const stop = new AbortController();
    if (question !== undefined) this.#stops.set(question, stop);
    const done = this.#last.then(async () => {
      const steps = work();
      try {
        return await new Turns(nodeTurns, stop.signal).run(steps);
      } finally {
        // Work that was stopped leaves nothing half done.
        steps.return(undefined as never);
        if (question !== undefined) this.#stops.delete(question);
      }
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  stop(question: number): void {
    this.#stops.get(question)?.abort();
  }

  /** All that was asked before. */
  get settled(): Promise<unknown> {
    return this.#last;
  }
}

/** This thread's session, for all rooms that answer about it. */
class ThreadSession {
  readonly work = new LongWork();
  #held: HeldSession | undefined;

  /** Undefined in a thread that only follows a session for its names. */
  get held(): HeldSession | undefined {
    return this.#held;
  }

  hold(): HeldSession {
    this.#held ??= new HeldSession();
    return this.#held;
  }

  /** Answers about the held session, after its last bytes. @throws Error without one */
  about<Result>(question: number, answer: (held: HeldSession) => Generator<void, Result>): Promise<Result> {
    return this.work.run(() => {
      if (this.#held === undefined) throw new Error('This thread holds no session.');
      return answer(this.#held);
    }, question);
  }
}

export const threadSession = new ThreadSession();
