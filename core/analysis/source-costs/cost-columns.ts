import { float64At, uint32At } from '../../columns/at.ts';
import { noFloat64, noUint32, Table } from '../../columns/table.ts';

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
export class TimeColumns extends Table {
  selfUs: Float64Array = noFloat64;
  /** Of stacks that end in the row, or outside of the file. */
  us: Float64Array = noFloat64;
  busyUs: Float64Array = noFloat64;
  blockedUs: Float64Array = noFloat64;

  add(row: number, us: number, isSelf: boolean, busyUs: number, blockedUs: number): void {
    if (row >= this.capacity) this.reach(row);
    if (isSelf) this.selfUs[row] = float64At(this.selfUs, row) + us;
    this.us[row] = float64At(this.us, row) + us;
    this.busyUs[row] = float64At(this.busyUs, row) + busyUs;
    this.blockedUs[row] = float64At(this.blockedUs, row) + blockedUs;
  }

  copy(): TimeColumns {
    const copy = new TimeColumns();
    copy.copyFrom(this);
    return copy;
  }
}

/** Lags by item, as columns. */
export class LagColumns extends Table {
  lags: Uint32Array = noUint32;
  lagUs: Float64Array = noFloat64;
  worstUs: Float64Array = noFloat64;

  /** The item took this long in one more lag. */
  add(item: number, us: number): void {
    if (item >= this.capacity) this.reach(item);
    this.lags[item] = uint32At(this.lags, item) + 1;
    this.lagUs[item] = float64At(this.lagUs, item) + us;
    this.worstUs[item] = Math.max(float64At(this.worstUs, item), us);
  }

  copy(): LagColumns {
    const copy = new LagColumns();
    copy.copyFrom(this);
    return copy;
  }
}
