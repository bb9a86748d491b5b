import { float64At } from '../../columns/at.ts';
import { noFloat64, noUint8, Table } from '../../columns/table.ts';

/** How far an interval is known. */
export const intervalState = {
  /** It ended at `endUs`. */
  ended: 0,
  /** It lasts; `endUs` is the last time at which that was known, and moves. */
  open: 1,
  /** The link broke, the process or the thread ended, or its end was lost: `endUs` is the last time at which it is known to have lasted. */
  cut: 2,
} as const;

/**
 * Intervals of one kind in one thread (or run), ordered by begin, at most one of them open, and that one is the last row.
 * `endUs` is always a time: so far for an open interval.
 */
export class IntervalColumns extends Table {
  /** Times that went backwards and were moved to the last known one. */
  clamped = 0;
  /** Session times. */
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** One of `intervalState`. */
  state: Uint8Array = noUint8;

  /** Row of the open interval, -1 when none is. */
  get openRow(): number {
    const row = this.length - 1;
    return row >= 0 && this.state[row] === intervalState.open ? row : -1;
  }

  /** Time up to which intervals are known, 0 before the first. */
  get lastUs(): number {
    return this.length === 0 ? 0 : float64At(this.endUs, this.length - 1);
  }

  /**
   * Opens an interval and gives its row. When one was still open, its end was lost, and it is cut here. When the last one was
   * not ended and began at the same time, it goes on: so does what is announced again after a broken link.
   */
  begin(beginUs: number): number {
    const last = this.length - 1;
    if (last >= 0 && this.state[last] !== intervalState.ended) {
      const lastBeginUs = float64At(this.beginUs, last);
      this.state[last] = lastBeginUs === beginUs ? intervalState.open : intervalState.cut;
      if (lastBeginUs === beginUs) return last;
      this.endUs[last] = Math.min(float64At(this.endUs, last), Math.max(lastBeginUs, beginUs));
    }
    if (beginUs < this.lastUs) this.clamped++;
    const orderedUs = Math.max(beginUs, this.lastUs);
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.beginUs[row] = orderedUs;
    this.endUs[row] = orderedUs;
    this.state[row] = intervalState.open;
    return row;
  }

  /** The open interval still lasts at this time. */
  extend(endUs: number): void {
    const row = this.openRow;
    if (row >= 0 && endUs > float64At(this.endUs, row)) this.endUs[row] = endUs;
  }

  /** Ends the open interval, or the last one when it was cut; gives its row, -1 when there is nothing to end. */
  end(endUs: number): number {
    const row = this.length - 1;
    if (row < 0 || this.state[row] === intervalState.ended) return -1;
    const beginUs = float64At(this.beginUs, row);
    if (endUs < beginUs) this.clamped++;
    this.endUs[row] = Math.max(endUs, beginUs);
    this.state[row] = intervalState.ended;
    return row;
  }

  /** Nothing more is known about the open interval. */
  cut(): void {
    const row = this.openRow;
    if (row >= 0) this.state[row] = intervalState.cut;
  }

  /** As `endUs`. */
  rowEndUs(row: number): number {
    return float64At(this.endUs, row);
  }
}
