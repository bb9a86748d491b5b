import { sameData } from '../../../memo.ts';
import type { Lag } from '../lag.ts';
import type { FoundLag } from './busy-period.ts';
import type { MainActivity } from './main-activity.ts';
import { MainThreadScan } from './main-thread-scan.ts';

export class MainDetector {
  readonly #settledLags: Lag[] = [];
  readonly #activity: MainActivity;
  readonly #thresholdUs: number;
  readonly #describe: (found: FoundLag) => Lag;
  #scan: MainThreadScan;
  #tentative: readonly Lag[] = [];
  #dropped = 0;
  /** True when a finished run is fully judged. */
  #isOver = false;
  /** True when rows were dropped before they were judged. */
  #isStale = false;

  constructor(activity: MainActivity, thresholdUs: number, describe: (found: FoundLag) => Lag) {
    this.#activity = activity;
    this.#thresholdUs = thresholdUs;
    this.#describe = describe;
    this.#scan = new MainThreadScan(activity, thresholdUs);
  }

  get lags(): readonly Lag[] {
    return [...this.#settledLags, ...this.#tentative];
  }

  /** Describes lags again after new names, in steps; borders stay. Returns true for a change. */
  *redescribe(isTouched: (lag: Lag) => boolean): Generator<void, boolean> {
    let changed = false;
    for (const [index, lag] of this.#settledLags.entries()) {
      yield;
      const found = this.#scan.settled[index];
      if (found === undefined || !isTouched(lag)) continue;
      this.#settledLags[index] = this.#describe(found);
      changed = true;
    }
    this.#isOver = false;
    return changed;
  }

  get settled(): number {
    return this.#scan.settled.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  dropOldest(lags: number): number {
    const dropped = Math.min(lags, this.settled);
    this.#scan.settled.splice(0, dropped);
    this.#settledLags.splice(0, dropped);
    this.#dropped += dropped;
    return dropped;
  }

  /** Returns how many lags were dropped. */
  takeDrops(keptBeginUs: number): number {
    const lags = this.#scan.takeDrops(keptBeginUs);
    if (lags === undefined) {
      this.#isStale = true;
      this.#isOver = false;
      return 0;
    }
    this.#settledLags.splice(0, lags);
    return lags;
  }

  /** True for any change of lags; in steps. */
  *detect(): Generator<void, boolean> {
    if (this.#isOver) return false;
    const { run } = this.#activity;
    this.#isOver = run.endUs >= 0;
    const isRestart = this.#isStale || !this.#scan.isStillValid;
    if (isRestart) {
      this.#isStale = false;
      this.#scan = new MainThreadScan(this.#activity, this.#thresholdUs);
      this.#settledLags.length = 0;
      this.#dropped = 0;
    }
    yield* this.#scan.advance();
    const before = this.#tentative;
    let fresh = 0;
    for (
      let found = this.#scan.settled[this.#settledLags.length];
      found !== undefined;
      found = this.#scan.settled[this.#settledLags.length]
    ) {
      this.#settledLags.push(this.#describe(found));
      fresh++;
      yield;
    }
    const tentative: Lag[] = [];
    for (const found of yield* this.#scan.tail()) {
      tentative.push(this.#describe(found));
      yield;
    }
    this.#tentative = tentative;
    return isRestart || fresh > 0 || !sameData(before, this.#tentative);
  }
}
