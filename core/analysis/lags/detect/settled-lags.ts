import type { Lag } from '../lag.ts';

/** Lags of a whole app that change no more, by time. */
export class SettledLags {
  readonly lags: Lag[] = [];
  dropped = 0;

  dropOldest(lags: number): number {
    const dropped = this.lags.splice(0, lags).length;
    this.dropped += dropped;
    return dropped;
  }

  /** Returns how many lags were dropped. */
  takeDrops(keptBeginUs: number): number {
    const kept = this.lags.filter(({ endUs }) => endUs > keptBeginUs);
    const lags = this.lags.length - kept.length;
    this.lags.splice(0, this.lags.length, ...kept);
    return lags;
  }

  /** Describes lags again after new names, in steps; borders stay. Returns true for a change. */
  *redescribe(isTouched: (lag: Lag) => boolean, describe: (lag: Lag) => Lag): Generator<void, boolean> {
    let changed = false;
    for (const [index, lag] of this.lags.entries()) {
      yield;
      if (!isTouched(lag)) continue;
      this.lags[index] = describe(lag);
      changed = true;
    }
    return changed;
  }
}
