import { numberAt } from '../../../../core/columns/at.ts';
import { SampleGaps, sampleEnds, sampleEndUs } from '../import/sample-ends.ts';

export interface TimedSample {
  readonly atUs: number;
  readonly stack: number;
  /** The thread rested, as the SDK says. */
  readonly isIdle: boolean;
}

/** Threads of one moment are sampled one after the other. */
const TICK_SHARE = 0.5;

/**
 * Samples with their ends. The sampler takes all running threads at each tick; a thread without a sample did not run, so its stack lasts
 * one interval.
 * @param threads of one sampler, each ordered by time
 */
export class SamplerTicks {
  readonly #ticks: readonly number[];
  readonly #ends: ReturnType<typeof sampleEnds>;

  constructor(threads: readonly (readonly TimedSample[])[]) {
    const all = threads.flatMap((samples) => samples.map(({ atUs }) => atUs)).sort((one, other) => one - other);
    const leastUs = shortestUs(threads) * TICK_SHARE;
    const ticks: number[] = [];
    const gaps = new SampleGaps();
    for (const atUs of all) {
      const last = ticks.at(-1);
      if (last !== undefined && atUs - last < leastUs) continue;
      if (last !== undefined) gaps.add(atUs - last);
      ticks.push(atUs);
    }
    this.#ticks = ticks;
    this.#ends = sampleEnds(gaps.usualUs ?? 0);
  }

  get usualUs(): number {
    return this.#ends.usualUs;
  }

  /** @param nextUs of the thread */
  endUs(atUs: number, nextUs: number | undefined): number {
    const isLeftOut = nextUs !== undefined && this.#tickOf(nextUs) - this.#tickOf(atUs) > 1;
    return sampleEndUs(atUs, isLeftOut ? undefined : nextUs, this.#ends);
  }

  #tickOf(atUs: number): number {
    let [low, high] = [0, this.#ticks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberAt(this.#ticks, middle) <= atUs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A low quantile of the gaps within threads: most gaps are longer where threads are left out. */
function shortestUs(threads: readonly (readonly TimedSample[])[]): number {
  const gaps = threads.flatMap((samples) => samples.slice(1).map(({ atUs }, index) => atUs - (samples[index]?.atUs ?? atUs)));
  const sorted = gaps.filter((gap) => gap > 0).sort((one, other) => one - other);
  return sorted.at(Math.floor(sorted.length / 10)) ?? 0;
}
