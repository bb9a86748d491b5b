import { float64At, uint32At } from '../../../columns/at.ts';
import { noFloat64, noUint32, Table } from '../../../columns/table.ts';
import type { StackTime } from '../../chrome/slices.ts';

/** For traces that name none: between those of usual samplers. */
const [LEAST_US, MOST_US] = [1_000, 100_000];
/** Samples come a little late; two missing ones in a row are a pause. */
const LATE = 1.75;

/** Moments at which one thread was in a stack, in any order. Stack 0 ends the one before. */
export class SampleMoments extends Table {
  atUs: Float64Array = noFloat64;
  stack: Uint32Array = noUint32;
  /** 0 if unknown. */
  intervalUs = 0;
  /** Stack 0 follows where a stack ends, so that gaps are no pauses. */
  hasEnds = false;

  add(atUs: number, stack: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = atUs;
    this.stack[row] = stack;
  }

  /** A stack lasts until the next sample, or an interval before a pause. @param assumed is called if the interval is a guess */
  *spans(assumed: () => void): Generator<StackTime> {
    const rows = Uint32Array.from({ length: this.length }, (_, row) => row).sort(
      (one, other) => float64At(this.atUs, one) - float64At(this.atUs, other) || one - other,
    );
    if (this.intervalUs === 0 && this.length > 0) assumed();
    const intervalUs = this.intervalUs || this.#usualGap(rows);
    for (const [index, row] of rows.entries()) {
      const stack = uint32At(this.stack, row);
      const beginUs = float64At(this.atUs, row);
      const next = rows[index + 1];
      const gapUs = next === undefined ? Number.POSITIVE_INFINITY : float64At(this.atUs, next) - beginUs;
      const lasts = gapUs <= LATE * intervalUs || (this.hasEnds && next !== undefined);
      const lengthUs = lasts ? gapUs : Math.min(gapUs, intervalUs);
      if (stack !== 0 && lengthUs > 0) yield { beginUs, endUs: beginUs + lengthUs, stack };
    }
  }

  #usualGap(rows: Uint32Array): number {
    const gaps = new Float64Array(Math.max(0, rows.length - 1));
    for (let at = 0; at < gaps.length; at++) {
      gaps[at] = float64At(this.atUs, uint32At(rows, at + 1)) - float64At(this.atUs, uint32At(rows, at));
    }
    gaps.sort();
    const middle = gaps[gaps.length >> 1];
    return Math.min(Math.max(middle ?? LEAST_US, LEAST_US), MOST_US);
  }
}
