import type { Interval } from './interval.ts';

const MINUTE_US = 60_000_000;

/** Fewer on both sides say nothing about chance: half of their weight often is one item's. */
export const LEAST_ITEMS = 5;

/** Standard deviations of a normal distribution on each side of its mean, by the part of it that lies between. */
export const SPREADS = { percent95: 1.96, percent99: 2.576 } as const;

/** Items of one kind, such as the lags of a group, in a set of captures. */
export class RatePart {
  readonly #observedUs: readonly number[];
  readonly #allUs: number;
  /** Keyed by capture; only of those that have items. */
  readonly #sums = new Map<number, number>();
  #count = 0;
  #sum = 0;
  #squares = 0;

  /** @param observedUs by capture */
  constructor(observedUs: readonly number[]) {
    this.#observedUs = observedUs;
    this.#allUs = observedUs.reduce((sum, us) => sum + us, 0);
  }

  /** @param capture its index */
  add(capture: number, us: number): void {
    this.#sums.set(capture, (this.#sums.get(capture) ?? 0) + us);
    this.#count++;
    this.#sum += us;
    this.#squares += us * us;
  }

  get count(): number {
    return this.#count;
  }

  /** Microseconds per observed minute; 0 without observed time. */
  get rate(): number {
    return this.#allUs > 0 ? (this.#sum * MINUTE_US) / this.#allUs : 0;
  }

  /**
   * Weight of one item if all weighed the same. Items of one capture resemble each other, so captures that differ make fewer and heavier ones
   * of them: with the variance of a bootstrap over captures and their items.
   */
  get itemUs(): number {
    return this.#sum > 0 ? (this.#squares + this.#spreadOfCaptures()) / this.#sum : 0;
  }

  /**
   * Limits of the rate, as of a Poisson count of equal items (Bohm and Zech, Nuclear Instruments and Methods A 748, 2014) by its score test.
   * Undefined without observed time.
   * @param otherItemUs for a part without items
   */
  limits(spreads: number, otherItemUs: number): Interval | undefined {
    if (this.#allUs <= 0) return undefined;
    const itemUs = this.itemUs || otherItemUs;
    const items = itemUs > 0 ? this.#sum / itemUs : 0;
    const middle = items + spreads ** 2 / 2;
    const half = spreads * Math.sqrt(items + spreads ** 2 / 4);
    const scale = (itemUs * MINUTE_US) / this.#allUs;
    return { low: Math.max(0, middle - half) * scale, high: (middle + half) * scale };
  }

  #spreadOfCaptures(): number {
    const expected = this.#sum / this.#allUs;
    let sum = 0;
    for (const [capture, us] of this.#observedUs.entries()) sum += ((this.#sums.get(capture) ?? 0) - expected * us) ** 2;
    return sum;
  }
}

/** Microseconds per observed minute. */
export interface RateChange {
  readonly beforeUs: number;
  readonly nowUs: number;
  /** Of the difference; undefined for fewer than five items on both sides, or without observed time on one. */
  readonly interval: Interval | undefined;
}

/** Exchanged sides change the sign of everything, exactly. */
export function rateChange(before: RatePart, now: RatePart, spreads: number = SPREADS.percent95): RateChange {
  return { beforeUs: before.rate, nowUs: now.rate, interval: intervalOf(before, now, spreads) };
}

/** Joins both rates' limits (Zou and Donner, Statistics in Medicine 27, 2008). */
function intervalOf(before: RatePart, now: RatePart, spreads: number): Interval | undefined {
  if (Math.max(before.count, now.count) < LEAST_ITEMS) return undefined;
  const [was, is] = [before.limits(spreads, now.itemUs), now.limits(spreads, before.itemUs)];
  if (was === undefined || is === undefined) return undefined;
  const change = now.rate - before.rate;
  return {
    low: change - Math.sqrt((now.rate - is.low) ** 2 + (was.high - before.rate) ** 2),
    high: change + Math.sqrt((is.high - now.rate) ** 2 + (before.rate - was.low) ** 2),
  };
}
