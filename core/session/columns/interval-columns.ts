import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { noFloat64, noUint8, Table } from '../../columns/table.ts';

export const intervalState = {
  ended: 0,
  /** It lasts; `endUs` is the last known time of it. */
  open: 1,
  /** The link, process or thread ended, or its end was lost: it lasted at least until `endUs`. */
  cut: 2,
} as const;

/** Intervals of one kind by begin; only the last may be open. `endUs` of an open one is its time so far. */
export class IntervalColumns extends Table {
  /** Backward times, moved forward. */
  clamped = 0;
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** One of `intervalState`. */
  state: Uint8Array = noUint8;

  /** -1 if none. */
  get openRow(): number {
    const row = this.length - 1;
    return row >= 0 && this.state[row] === intervalState.open ? row : -1;
  }

  /** 0 before the first. */
  get lastUs(): number {
    // Raw, as every message passes here: the last row exists.
    return this.length === 0 ? 0 : (this.endUs[this.length - 1] ?? 0);
  }

  /**
   * Opens an interval; returns its row. An open one has lost its end and is cut. An unfinished one with the same begin continues, as after
   * a broken link.
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

  extend(endUs: number): void {
    const row = this.openRow;
    // Raw, as in `lastUs`.
    if (row >= 0 && endUs > (this.endUs[row] ?? 0)) this.endUs[row] = endUs;
  }

  /** Returns its row, or -1. */
  end(endUs: number): number {
    const row = this.length - 1;
    if (row < 0 || this.state[row] === intervalState.ended) return -1;
    const beginUs = float64At(this.beginUs, row);
    if (endUs < beginUs) this.clamped++;
    this.endUs[row] = Math.max(endUs, beginUs);
    this.state[row] = intervalState.ended;
    return row;
  }

  cut(): void {
    const row = this.openRow;
    if (row >= 0) this.state[row] = intervalState.cut;
  }

  rowEndUs(row: number): number {
    return float64At(this.endUs, row);
  }
}

export function overlapUs(intervals: IntervalColumns | undefined, beginUs: number, endUs: number): number {
  if (intervals === undefined) return 0;
  let sumUs = 0;
  for (let row = firstAfter(intervals.endUs, beginUs, intervals.length); row < intervals.length; row++) {
    const rowBeginUs = float64At(intervals.beginUs, row);
    if (rowBeginUs >= endUs) break;
    sumUs += Math.min(float64At(intervals.endUs, row), endUs) - Math.max(rowBeginUs, beginUs);
  }
  return sumUs;
}
