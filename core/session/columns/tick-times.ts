import { numberAt } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
/** Times of a run's ticks. A tick concerns everything open, so threads read them later: there may be thousands. */
export class TickTimes {
  count = 0;
  /** Ticks not exceeded by later ones: numbers from 1, descending times. */
  readonly #numbers: number[] = [];
  readonly #timesUs: number[] = [];

  add(atUs: number): void {
    while (this.#timesUs.length > 0 && (this.#timesUs.at(-1) ?? 0) <= atUs) {
      this.#timesUs.pop();
      this.#numbers.pop();
    }
    this.#timesUs.push(atUs);
    this.#numbers.push(++this.count);
  }

  /** There is at least one tick. */
  latestSince(count: number): number {
    return numberAt(this.#timesUs, firstAfter(this.#numbers, count, this.#numbers.length - 1));
  }

  /** Kept times: one, unless a clock goes backwards. */
  get kept(): number {
    return this.#numbers.length;
  }

  /** Earlier ticks are no longer needed. */
  forget(): void {
    this.#numbers.length = 0;
    this.#timesUs.length = 0;
  }
}
