/** Why a lag is not announced once more (Matrix' `EFilterType`). */
export const noticeFilter = {
  none: 0,
  /** There is nothing to show: one frame, or none. */
  meaningless: 1,
  /** The same stack as before, and not enough time since. */
  annealing: 2,
  /** Too many on this day. */
  tooMany: 3,
} as const;

export type NoticeFilter = (typeof noticeFilter)[keyof typeof noticeFilter];

export interface ThrottleOptions {
  /** Time between two checks while nothing repeats. */
  readonly checkUs: number;
  /** Notices of one day. */
  readonly daily: number;
}

/** Matrix' own: a check a second, a hundred reports a day. */
export const DEFAULT_THROTTLE: ThrottleOptions = { checkUs: 1_000_000, daily: 100 };

const DAY_US = 86_400_000_000;

/**
 * Decides which lags are worth a notice to the reader, so that one that repeats is announced ever more rarely. It is about
 * notices only: lists, pictures and files always have every lag in its whole length.
 *
 * While the stack stays the same, the time to the next check grows as Fibonacci's numbers do: 1, 2, 3, 5, 8 … checks. Another stack, and
 * a moment without a lag, set it back.
 */
export class NoticeThrottle {
  readonly #options: ThrottleOptions;
  #intervalUs: number;
  #lastIntervalUs: number;
  #stack: readonly number[] | undefined;
  #nextUs = Number.NEGATIVE_INFINITY;
  #dayUs = Number.NEGATIVE_INFINITY;
  #today = 0;

  constructor(options: ThrottleOptions = DEFAULT_THROTTLE) {
    this.#options = options;
    this.#intervalUs = options.checkUs;
    this.#lastIntervalUs = options.checkUs;
  }

  /** Time from the last check to the next. */
  get intervalUs(): number {
    return this.#intervalUs;
  }

  /** True when it is time to look at a lag again. */
  isDue(atUs: number): boolean {
    return atUs >= this.#nextUs;
  }

  /** A lag was seen at a time in this stack, its frames from the innermost on; says whether it may be announced. */
  check(atUs: number, stack: readonly number[]): NoticeFilter {
    const filter = this.#judge(atUs, stack);
    this.#nextUs = atUs + this.#intervalUs;
    return filter;
  }

  /** No lag was seen: the next one is new. */
  calm(): void {
    this.#reset();
    this.#stack = undefined;
    this.#nextUs = Number.NEGATIVE_INFINITY;
  }

  #judge(atUs: number, stack: readonly number[]): NoticeFilter {
    if (stack.length <= 1) return noticeFilter.meaningless;
    if (this.#stack !== undefined && isSame(this.#stack, stack)) {
      const nextUs = this.#lastIntervalUs + this.#intervalUs;
      this.#lastIntervalUs = this.#intervalUs;
      this.#intervalUs = nextUs;
      return noticeFilter.annealing;
    }
    this.#reset();
    this.#stack = stack;
    if (atUs - this.#dayUs >= DAY_US) {
      this.#dayUs = atUs;
      this.#today = 0;
    }
    return ++this.#today > this.#options.daily ? noticeFilter.tooMany : noticeFilter.none;
  }

  #reset(): void {
    this.#intervalUs = this.#options.checkUs;
    this.#lastIntervalUs = this.#options.checkUs;
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((frame, index) => frame === b[index]);
}
