import { type Key, sameKey } from '../../core/memo.ts';

/** The reader does something as long as pictures come this close together. */
const QUIET_MS = 100;
/** A step is begun when this much is left: hardly one takes longer. */
const STEP_MS = 8;
/** Browsers that do not tell when they are idle get this much of each turn. */
const FALLBACK_SLICE_MS = 12;

/** How long nothing else has to be done; as of `requestIdleCallback`. */
export interface IdleTime {
  timeRemaining(): number;
}

/** What tells when there is time: the browser, or a test. */
export interface IdleClock {
  /** Calls back once nothing was to be done for a while. */
  whenQuiet(run: (idle: IdleTime) => void): void;
  /** Calls back as soon as nothing is to be done. */
  whenIdle(run: (idle: IdleTime) => void): void;
  /** Nobody sees the page. */
  isHidden(): boolean;
}

/** Does in small steps, while the reader only looks, what a next key would otherwise wait for. */
export class IdlePrefetch {
  readonly #clock: IdleClock;
  #key: Key = [];
  #steps: Iterator<void> | undefined;

  constructor(clock: IdleClock = browserClock) {
    this.#clock = clock;
  }

  /**
   * Begins work, and drops what was begun for another key. Work with the same key goes on, or was done. Pictures with one key after the
   * other may be a reader's who moves: then the work waits until they stop. The first one is that of a session that was read.
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

  /** What was begun is not wanted any more. */
  drop(): void {
    this.#key = [];
    this.#steps = undefined;
  }

  #work(mine: Iterator<void>, idle: IdleTime): void {
    if (this.#steps !== mine) return;
    while (!this.#clock.isHidden() && idle.timeRemaining() >= STEP_MS) {
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
  isHidden: () => document.visibilityState === 'hidden',
};

function whenIdle(run: (idle: IdleTime) => void): void {
  // Safari has none.
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(run);
    return;
  }
  setTimeout(() => {
    const endMs = performance.now() + FALLBACK_SLICE_MS;
    run({ timeRemaining: () => endMs - performance.now() });
  }, QUIET_MS);
}
