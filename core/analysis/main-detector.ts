import type { Lag } from './lag.ts';
import { LooperSweep } from './looper-sweep.ts';
import type { MainSightings } from './sightings.ts';
import type { FoundLag } from './stretch.ts';

/** Finds the lags of one main thread. */
export class MainDetector {
  /** Lags that will not change. */
  readonly #final: Lag[] = [];
  readonly #sightings: MainSightings;
  readonly #thresholdUs: number;
  readonly #describe: (found: FoundLag) => Lag;
  #sweep: LooperSweep;
  #young: readonly Lag[] = [];
  #dropped = 0;
  /** True when all is known about a run that ended. */
  #isOver = false;
  /** True when rows went that were not judged yet. */
  #isStale = false;

  constructor(sightings: MainSightings, thresholdUs: number, describe: (found: FoundLag) => Lag) {
    this.#sightings = sightings;
    this.#thresholdUs = thresholdUs;
    this.#describe = describe;
    this.#sweep = new LooperSweep(sightings, thresholdUs);
  }

  get lags(): readonly Lag[] {
    return [...this.#final, ...this.#young];
  }

  /** Names came: what is told about lags changes, their borders don't. True when something did; in steps. */
  *describeAnew(isTouched: (lag: Lag) => boolean): Generator<void, boolean> {
    let changed = false;
    for (const [index, lag] of this.#final.entries()) {
      yield;
      const found = this.#sweep.settled[index];
      if (found === undefined || !isTouched(lag)) continue;
      this.#final[index] = this.#describe(found);
      changed = true;
    }
    this.#isOver = false;
    return changed;
  }

  /** Lags that will not change. */
  get settled(): number {
    return this.#sweep.settled.length;
  }

  /** Lags that went because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Lets the oldest lags go; gives how many there were of so many. */
  dropOldest(lags: number): number {
    const dropped = Math.min(lags, this.settled);
    this.#sweep.settled.splice(0, dropped);
    this.#final.splice(0, dropped);
    this.#dropped += dropped;
    return dropped;
  }

  /**
   * Moves all row numbers by the rows that went; gives how many lags went with them. The work is that of the lags that are left, unless
   * rows went before they were judged: then what is left was not judged either.
   */
  takeDrops(keptFromUs: number): number {
    const lags = this.#sweep.takeDrops(keptFromUs);
    if (lags === undefined) {
      this.#isStale = true;
      this.#isOver = false;
      return 0;
    }
    this.#final.splice(0, lags);
    return lags;
  }

  /** True when a lag came, changed or went; in steps. */
  *judge(): Generator<void, boolean> {
    if (this.#isOver) return false;
    const { run } = this.#sightings;
    this.#isOver = run.endUs >= 0;
    const anew = this.#isStale || !this.#sweep.isSound;
    if (anew) {
      this.#isStale = false;
      this.#sweep = new LooperSweep(this.#sightings, this.#thresholdUs);
      this.#final.length = 0;
      this.#dropped = 0;
    }
    yield* this.#sweep.advance();
    const before = this.#young;
    let fresh = 0;
    for (let found = this.#sweep.settled[this.#final.length]; found !== undefined; found = this.#sweep.settled[this.#final.length]) {
      this.#final.push(this.#describe(found));
      fresh++;
      yield;
    }
    const young: Lag[] = [];
    for (const found of yield* this.#sweep.tail()) {
      young.push(this.#describe(found));
      yield;
    }
    this.#young = young;
    return anew || fresh > 0 || !sameLags(before, this.#young);
  }
}

function sameLags(before: readonly Lag[], after: readonly Lag[]): boolean {
  return before.length === after.length && JSON.stringify(before) === JSON.stringify(after);
}
