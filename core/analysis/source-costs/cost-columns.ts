import { float64At, uint32At } from '../../columns/at.ts';
import { grownFloat64, grownUint32 } from '../../session/columns/grow.ts';

/** What a line or a function took. Times are microseconds. */
export interface Cost {
  /** It was the innermost. */
  readonly selfUs: number;
  /** It was on the stack; a stack with it several times counts once. */
  readonly totalUs: number;
  /** Of the total: on CPU. */
  readonly busyUs: number;
  /** Of the total: not on CPU. What is neither is not known. */
  readonly blockedUs: number;
  /** Lags that it took part in. */
  readonly lags: number;
  /** Its time in all lags together. */
  readonly lagUs: number;
  /** Its time in the one that it made longest. */
  readonly worstUs: number;
}

/** Times by row of a tree, as columns; a row that never was given anything has none. */
export class TimeColumns {
  selfUs: Float64Array = new Float64Array(0);
  /** Of stacks that end in the row, or outside of the file. */
  us: Float64Array = new Float64Array(0);
  busyUs: Float64Array = new Float64Array(0);
  blockedUs: Float64Array = new Float64Array(0);

  add(row: number, us: number, isSelf: boolean, busyUs: number, blockedUs: number): void {
    this.reach(row);
    if (isSelf) this.selfUs[row] = float64At(this.selfUs, row) + us;
    this.us[row] = float64At(this.us, row) + us;
    this.busyUs[row] = float64At(this.busyUs, row) + busyUs;
    this.blockedUs[row] = float64At(this.blockedUs, row) + blockedUs;
  }

  /** Makes room up to a row. */
  reach(row: number): void {
    while (row >= this.us.length) {
      this.selfUs = grownFloat64(this.selfUs);
      this.us = grownFloat64(this.us);
      this.busyUs = grownFloat64(this.busyUs);
      this.blockedUs = grownFloat64(this.blockedUs);
    }
  }

  copy(): TimeColumns {
    const copy = new TimeColumns();
    copy.selfUs = this.selfUs.slice();
    copy.us = this.us.slice();
    copy.busyUs = this.busyUs.slice();
    copy.blockedUs = this.blockedUs.slice();
    return copy;
  }
}

/** Lags by item, as columns. */
export class LagColumns {
  lags: Uint32Array = new Uint32Array(0);
  lagUs: Float64Array = new Float64Array(0);
  worstUs: Float64Array = new Float64Array(0);

  /** The item took this long in one more lag. */
  add(item: number, us: number): void {
    this.reach(item);
    this.lags[item] = uint32At(this.lags, item) + 1;
    this.lagUs[item] = float64At(this.lagUs, item) + us;
    this.worstUs[item] = Math.max(float64At(this.worstUs, item), us);
  }

  /** Makes room up to an item. */
  reach(item: number): void {
    while (item >= this.lags.length) {
      this.lags = grownUint32(this.lags);
      this.lagUs = grownFloat64(this.lagUs);
      this.worstUs = grownFloat64(this.worstUs);
    }
  }

  copy(): LagColumns {
    const copy = new LagColumns();
    copy.lags = this.lags.slice();
    copy.lagUs = this.lagUs.slice();
    copy.worstUs = this.worstUs.slice();
    return copy;
  }
}
