import { type Key, sameKey } from '../../core/memo.ts';
import { isFrameDue } from '../ui/canvas/animation-frame.ts';
import { type IdleTime, whenIdle } from '../ui/when-idle.ts';

/** Changes closer together count as one user action. */
const QUIET_MS = 100;
/** Almost no step takes longer. */
const STEP_MS = 8;

/** The browser, or a test. */
interface IdleClock {
  /** After a quiet while. */
  whenQuiet(run: (idle: IdleTime) => void): void;
  /** At the next idle time. */
  whenIdle(run: (idle: IdleTime) => void): void;
  /** No work is done: the page is hidden, or the user waits for a change. */
  isBusy(): boolean;
}

/** Precomputes likely next views in small steps while the user is idle. */
export class IdlePrefetch {
  readonly #clock: IdleClock;
  #key: Key = [];
  #steps: Iterator<void> | undefined;

  constructor(clock: IdleClock = browserClock) {
    this.#clock = clock;
  }

  /**
   * Begins work and drops that of another key; work of the same key continues.
   * The first work starts at once. Later keys may follow each other, so their work waits for quiet.
   */
  begin(key: Key, steps: () => Iterator<void>): void {
    if (sameKey(key, this.#key)) return;
    const isFirst = this.#key.length === 0;
    this.#key = key;
    const mine = steps();
    this.#steps = mine;
    const work = (idle: IdleTime): void => this.#work(mine, idle);
    if (isFirst) this.#clock.whenIdle(work);
    else this.#clock.whenQuiet(work);
  }

  drop(): void {
    this.#key = [];
    this.#steps = undefined;
  }

  #work(mine: Iterator<void>, idle: IdleTime): void {
    if (this.#steps !== mine) return;
    while (!this.#clock.isBusy() && idle.timeRemaining() >= STEP_MS) {
      if (mine.next().done !== true) continue;
      this.#steps = undefined;
      return;
    }
    this.#clock.whenIdle((next) => this.#work(mine, next));
  }
}

const browserClock: IdleClock = {
  whenQuiet: (run) => void setTimeout(() => whenIdle(run), QUIET_MS),
  whenIdle,
  isBusy: () => document.visibilityState === 'hidden' || isFrameDue(),
};
