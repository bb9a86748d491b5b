import { importLimits } from '../import/import-limits.ts';

/** Longest traces have more calls than a session holds: the more samples there are, the coarser the next ones. */
export class Grain {
  readonly #most: number;
  #samples = 0;
  #nextStep: number;
  /** Shorter times are joined; 0: none. */
  us = 0;

  constructor(most: number = importLimits.samples) {
    this.#most = most;
    this.#nextStep = most / 2;
  }

  /** One more sample; half of the room that is left goes to each grain. */
  count(): void {
    if (++this.#samples < this.#nextStep) return;
    this.us = this.us === 0 ? FIRST_US : this.us * FACTOR;
    this.#nextStep += (this.#most - this.#nextStep) / 2;
  }
}

const FIRST_US = 10;
const FACTOR = 4;

type Spent = (beginUs: number, endUs: number, stack: number, cpuUs: number) => void;

/** Joins a thread's times in stacks that are shorter than the grain, for the longest one among them. */
export class ShortTimes {
  readonly #grain: Grain;
  readonly #spent: Spent;
  #beginUs = 0;
  #endUs = 0;
  #stack = 0;
  #longestUs = 0;
  /** -1 if unknown. */
  #cpuUs = 0;

  constructor(grain: Grain, spent: Spent) {
    this.#grain = grain;
    this.#spent = spent;
  }

  add(beginUs: number, endUs: number, stack: number, cpuUs: number): void {
    const isJoined = beginUs === this.#endUs && this.#endUs - this.#beginUs < this.#grain.us && this.#endUs > this.#beginUs;
    if (!isJoined) {
      this.end();
      [this.#beginUs, this.#cpuUs, this.#longestUs] = [beginUs, 0, 0];
    }
    this.#endUs = endUs;
    this.#cpuUs = cpuUs < 0 || this.#cpuUs < 0 ? -1 : this.#cpuUs + cpuUs;
    if (endUs - beginUs <= this.#longestUs) return;
    this.#longestUs = endUs - beginUs;
    this.#stack = stack;
  }

  /** Before anything else of the thread is read. */
  end(): void {
    if (this.#endUs <= this.#beginUs) return;
    this.#grain.count();
    this.#spent(this.#beginUs, this.#endUs, this.#stack, this.#cpuUs);
    this.#beginUs = this.#endUs;
  }
}
