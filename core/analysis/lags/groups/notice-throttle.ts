/** Why a lag is not announced again (Matrix' `EFilterType`). */
export const noticeFilter = {
  none: 0,
  /** No more than one frame to show. */
  meaningless: 1,
  /** The same stack as before, too soon. */
  annealing: 2,
  /** The day's limit is reached. */
  tooMany: 3,
} as const;

type NoticeFilter = (typeof noticeFilter)[keyof typeof noticeFilter];

interface ThrottleOptions {
  readonly checkUs: number;
  /** Notices per day. */
  readonly daily: number;
}

/** Matrix' values: one check a second, a hundred reports a day. */
const DEFAULT_THROTTLE: ThrottleOptions = { checkUs: 1_000_000, daily: 100 };

const DAY_US = 86_400_000_000;

/**
 * Announces repeated lags ever more rarely.
 * While the stack stays the same, waits between checks grow by Fibonacci numbers: 1, 2, 3, 5, 8 … checks. Another stack, or a moment
 * without a lag, resets them.
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

  get intervalUs(): number {
    return this.#intervalUs;
  }

  isDue(atUs: number): boolean {
    return atUs >= this.#nextUs;
  }

  check(atUs: number, stack: readonly number[]): NoticeFilter {
    const filter = this.#judge(atUs, stack);
    this.#nextUs = atUs + this.#intervalUs;
    return filter;
  }

  /** No lag now: the next one is new. */
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
