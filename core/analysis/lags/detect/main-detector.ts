import type { Lag } from '../lag.ts';
import type { FoundLag } from './busy-period.ts';
import type { MainActivity } from './main-activity.ts';
import { MainThreadScan } from './main-thread-scan.ts';

/** Finds the lags of one main thread. */
export class MainDetector {
  /** Lags that will not change. */
  readonly #settledLags: Lag[] = [];
  readonly #activity: MainActivity;
  readonly #thresholdUs: number;
  readonly #describe: (found: FoundLag) => Lag;
  #scan: MainThreadScan;
  #tentative: readonly Lag[] = [];
  #dropped = 0;
  /** True when all is known about a run that ended. */
  #isOver = false;
  /** True when rows went that were not judged yet. */
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

  /** Names came: what is told about lags changes, their borders don't. True when something did; in steps. */
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

  /** Lags that will not change. */
  get settled(): number {
    return this.#scan.settled.length;
  }

  /** Lags that went because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Lets the oldest lags go; gives how many there were of so many. */
  dropOldest(lags: number): number {
    const dropped = Math.min(lags, this.settled);
    this.#scan.settled.splice(0, dropped);
    this.#settledLags.splice(0, dropped);
    this.#dropped += dropped;
    return dropped;
  }

  /**
   * Moves all row numbers by the rows that went; gives how many lags went with them. The work is that of the lags that are left, unless
   * rows went before they were judged: then what is left was not judged either.
   */
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

  /** True when a lag came, changed or went; in steps. */
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
    return isRestart || fresh > 0 || !sameLags(before, this.#tentative);
  }
}

function sameLags(before: readonly Lag[], after: readonly Lag[]): boolean {
  return before.length === after.length && JSON.stringify(before) === JSON.stringify(after);
}
