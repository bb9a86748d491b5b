import { LaglensError } from '../core/errors.ts';
import { background, guarded } from '../core/guarded.ts';
import { phrase } from '../core/text/phrase.ts';
import { startChild } from './start-child.ts';
import { type StartedProgram, startWorker } from './start-worker.ts';
import { type Asked, type PeerMessage, ThreadPeer } from './thread-peer.ts';

/** Longer than any question about a recorder's file takes. */
const HANG_MS = 120_000;
/** The timeout is counted in parts: a computer's sleep or a stopped program uses up only one. */
export const HANG_PARTS = 4;

export interface AskedThreadOptions {
  readonly program: URL;
  /** Task as in “The thread that … has ended”. */
  readonly task: string;
  /** Limits V8's heap in the thread: a hostile file ends the thread, not the editor. */
  readonly memoryMb: number;
  readonly hangMs?: number;
  /** A process of its own, for native code. */
  readonly isProcess?: true;
  /** Answers to the thread's own questions. */
  readonly answers?: object;
}

/**
 * A worker thread, or a process, that answers questions; the first one starts it. Its end or a hang fails all questions, later ones
 * too: the same file would end the next thread.
 */
export class AskedThread<Q extends Asked<Q>> {
  readonly #options: AskedThreadOptions;
  readonly #peer: ThreadPeer<Q>;
  #worker: StartedProgram | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: AskedThreadOptions) {
    this.#options = options;
    const post = (message: object, moved: readonly ArrayBuffer[]): void => {
      this.#started().postMessage(message, moved);
      // Further questions do not prolong a hang.
      if (this.#watchdog === undefined) this.#watch();
    };
    this.#peer = new ThreadPeer<Q>(post, options.answers);
  }

  get waiting(): number {
    return this.#peer.waiting;
  }

  /**
   * @param moved buffers transferred to the thread
   * @throws LaglensError when the thread has ended
   */
  ask<K extends keyof Q & string>(
    name: K,
    given: Parameters<Q[K]>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Q[K]>>> {
    return this.askOther<Q, K>(name, given, moved);
  }

  /** As `ask`, for another room of the thread's program. */
  askOther<Other extends Asked<Other>, K extends keyof Other & string>(
    name: K,
    given: Parameters<Other[K]>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Other[K]>>> {
    const answer = this.#peer.askOther<Other, K>(name, given, moved);
    if (this.#peer.waiting === 1) this.#watch();
    return answer;
  }

  /** Ends the thread and fails its open questions. */
  close(): void {
    this.#end(phrase`Laglens closed it`);
  }

  #started(): StartedProgram {
    if (this.#worker !== undefined) return this.#worker;
    const limits = { maxOldGenerationSizeMb: this.#options.memoryMb, maxYoungGenerationSizeMb: 16 };
    const start = this.#options.isProcess === true ? startChild : startWorker;
    const worker = start<PeerMessage>(this.#options.program, limits, {
      heard: (message) => this.#heard(message),
      ended: (why) => this.#end(why),
    });
    this.#worker = worker;
    return worker;
  }

  #heard(message: PeerMessage): void {
    this.#peer.heard(message);
    this.#watch();
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#watchdog);
    this.#peer.end(
      new LaglensError({
        code: 'internal',
        message: phrase`The thread that ${this.#options.task} has ended: ${why}.`,
        next: phrase`Open the session again. If that does not help, please report it together with the log and, if you may, the file.`,
        action: 'showLog',
      }),
    );
    background(this.#worker?.terminate(), () => undefined);
  }

  /** Restarts the watchdog with each message. A thread without questions keeps no program alive. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
    if (this.#isOver) return;
    if (this.#peer.waiting === 0) {
      this.#worker?.unref();
      return;
    }
    this.#worker?.ref();
    // A thread that waits for an answer does not hang.
    if (this.#peer.answering > 0) return;
    this.#wait(HANG_PARTS);
  }

  #wait(parts: number): void {
    const hangMs = this.#options.hangMs ?? HANG_MS;
    const hangs = (): void => this.#end(phrase`no answer came in ${hangMs / 1000} s`);
    const next = parts > 1 ? () => this.#wait(parts - 1) : hangs;
    this.#watchdog = setTimeout(guarded(next, hangs), hangMs / HANG_PARTS);
    this.#watchdog.unref();
  }
}
