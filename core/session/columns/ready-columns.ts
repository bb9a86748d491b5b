import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { noFloat64, Table } from '../../columns/table.ts';

/** Time in which a thread was ready to run, without a core: consecutive ranges, each with its sum. Session microseconds. */
export class ReadyColumns extends Table {
  /** Backward times, moved forward. */
  clamped = 0;
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** At most the range's length. */
  readyUs: Float64Array = noFloat64;

  /** The last range again adds to its sum. */
  append(beginUs: number, endUs: number, readyUs: number): void {
    const last = this.length - 1;
    const lastUs = last < 0 ? beginUs : float64At(this.endUs, last);
    if (last >= 0 && beginUs === this.beginUs[last] && endUs === lastUs) {
      this.readyUs[last] = Math.min(float64At(this.readyUs, last) + readyUs, endUs - beginUs);
      return;
    }
    const orderedUs = Math.max(beginUs, lastUs);
    if (orderedUs !== beginUs) this.clamped++;
    if (endUs <= orderedUs) return;
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.beginUs[row] = orderedUs;
    this.endUs[row] = endUs;
    this.readyUs[row] = Math.min(readyUs, endUs - orderedUs);
  }

  rowEndUs(row: number): number {
    return float64At(this.endUs, row);
  }

  /** A part of a range has its share of the sum. */
  within(rangeBeginUs: number, rangeEndUs: number): number {
    let sumUs = 0;
    for (let row = firstAfter(this.endUs, rangeBeginUs, this.length); row < this.length; row++) {
      const beginUs = float64At(this.beginUs, row);
      if (beginUs >= rangeEndUs) break;
      const endUs = float64At(this.endUs, row);
      const partUs = Math.min(endUs, rangeEndUs) - Math.max(beginUs, rangeBeginUs);
      sumUs += (float64At(this.readyUs, row) * partUs) / (endUs - beginUs);
    }
    return sumUs;
  }
}
