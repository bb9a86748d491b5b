import { float64At, uint32At } from '../../columns/at.ts';
import { noFloat64, noUint32, Table } from '../../columns/table.ts';

/** Cost of a line or function. Microseconds. */
export interface Cost {
  /** Time as the innermost frame. */
  readonly selfUs: number;
  /** Anywhere on the stack; recursion counts once. */
  readonly totalUs: number;
  readonly busyUs: number;
  /** Part of the total off CPU. The rest is unknown. */
  readonly blockedUs: number;
  /** Ready to run, without a core. */
  readonly readyUs: number;
  /** Lags it took part in. */
  readonly lags: number;
  /** Its time in all lags. */
  readonly lagUs: number;
  /** Its longest time in one lag. */
  readonly worstUs: number;
}

/** Times by row of a tree, 0 by default. */
export class TimeColumns extends Table {
  selfUs: Float64Array = noFloat64;
  /** Stacks that end in the row, or outside the file. */
  us: Float64Array = noFloat64;
  busyUs: Float64Array = noFloat64;
  blockedUs: Float64Array = noFloat64;
  readyUs: Float64Array = noFloat64;

  add(row: number, us: number, isSelf: boolean, busyUs: number, blockedUs: number, readyUs: number): void {
    if (row >= this.capacity) this.reach(row);
    if (isSelf) this.selfUs[row] = float64At(this.selfUs, row) + us;
    this.us[row] = float64At(this.us, row) + us;
    this.busyUs[row] = float64At(this.busyUs, row) + busyUs;
    this.blockedUs[row] = float64At(this.blockedUs, row) + blockedUs;
    this.readyUs[row] = float64At(this.readyUs, row) + readyUs;
  }

  copy(): TimeColumns {
    const copy = new TimeColumns();
    copy.copyFrom(this);
    return copy;
  }
}

export class LagColumns extends Table {
  lags: Uint32Array = noUint32;
  lagUs: Float64Array = noFloat64;
  worstUs: Float64Array = noFloat64;

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
