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
    if (isSelf) this.selfUs[row] = (this.selfUs[row] ?? 0) + us;
    this.us[row] = (this.us[row] ?? 0) + us;
    this.busyUs[row] = (this.busyUs[row] ?? 0) + busyUs;
    this.blockedUs[row] = (this.blockedUs[row] ?? 0) + blockedUs;
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
    while (item >= this.lags.length) {
      this.lags = grownUint32(this.lags);
      this.lagUs = grownFloat64(this.lagUs);
      this.worstUs = grownFloat64(this.worstUs);
    }
    this.lags[item] = (this.lags[item] ?? 0) + 1;
    this.lagUs[item] = (this.lagUs[item] ?? 0) + us;
    this.worstUs[item] = Math.max(this.worstUs[item] ?? 0, us);
  }

  copy(): LagColumns {
    const copy = new LagColumns();
    copy.lags = this.lags.slice();
    copy.lagUs = this.lagUs.slice();
    copy.worstUs = this.worstUs.slice();
    return copy;
  }
}
