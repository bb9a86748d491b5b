import { numberAt } from '../../../../core/columns/at.ts';

/** Gaps of which the usual one is found: more would take longer, not be more exact. */
const MOST_GAPS = 1 << 16;
/** Usual intervals in a pause: samplers are late, and Hermes waits for random times around its interval. */
const PAUSE = 6;
/** Usual intervals up to the end that a profile names: a later end says nothing of the last sample. */
const NEAR = 2;

/** Lengths of samples that have none of their own. */
export interface SampleEnds {
  /** Usual interval of the sampler. */
  readonly usualUs: number;
  /** In longer gaps the sampler paused, or the thread was off its core: nothing is known of them. */
  readonly pauseUs: number;
}

/**
 * The rule for samples without a length, which all readers share: a sample lasts until the next one; before a pause, and at the end, it
 * lasts one usual interval. Neither the trace's end nor that of a pause says that its stack lasted.
 * @param nextUs time of the next sample
 */
export function sampleEndUs(beginUs: number, nextUs: number | undefined, { usualUs, pauseUs }: SampleEnds): number {
  if (nextUs === undefined || nextUs - beginUs > pauseUs) return beginUs + usualUs;
  return Math.max(beginUs, nextUs);
}

/** @param leastPauseUs shorter gaps are no pauses, however short the interval is */
export function sampleEnds(usualUs: number, leastPauseUs = 0): SampleEnds {
  return { usualUs, pauseUs: Math.max(PAUSE * usualUs, leastPauseUs) };
}

/** When the last sample ends. @param profileEndUs as the profile itself says, if it does */
export function lastEndUs(beginUs: number, profileEndUs: number | undefined, { usualUs }: SampleEnds): number {
  return sampleEndUs(beginUs, profileEndUs, { usualUs, pauseUs: NEAR * usualUs });
}

/** Gaps between samples, of which the usual one is asked. */
export class SampleGaps {
  readonly #gaps: number[] = [];
  /** Gaps per held one. */
  #step = 1;
  #count = 0;

  add(gapUs: number): void {
    if (!(gapUs > 0) || this.#count++ % this.#step !== 0) return;
    if (this.#gaps.length === MOST_GAPS) {
      this.#step *= 2;
      for (let at = 0; 2 * at < MOST_GAPS; at++) this.#gaps[at] = numberAt(this.#gaps, 2 * at);
      this.#gaps.length = MOST_GAPS / 2;
    }
    this.#gaps.push(gapUs);
  }

  /** The median; of two gaps the shorter, as the other may be a pause. Undefined without gaps. */
  get usualUs(): number | undefined {
    const sorted = this.#gaps.toSorted((one, other) => one - other);
    return sorted[(sorted.length - 1) >> 1];
  }
}
