import { numberAt } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
/**
 * Times of a run's ticks, so that each thread can look up later what it missed: a tick speaks of everything that is open, and a process may
 * have thousands of threads.
 */
export class TickTimes {
  /** Ticks so far. */
  count = 0;
  /** Ticks that no later one exceeds: their numbers, from 1, and their times, each later than all behind it. */
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

  /** Latest time of the ticks behind the first `count` ones, of which there is at least one. */
  latestSince(count: number): number {
    return numberAt(this.#timesUs, firstAfter(this.#numbers, count, this.#numbers.length - 1));
  }

  /** How many times are kept: one, unless a clock goes backwards. */
  get kept(): number {
    return this.#numbers.length;
  }

  /** No thread asks for earlier ticks any more. */
  forget(): void {
    this.#numbers.length = 0;
    this.#timesUs.length = 0;
  }
}
