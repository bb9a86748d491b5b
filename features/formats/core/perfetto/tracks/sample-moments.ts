import { float64At, uint32At } from '../../../../../core/columns/at.ts';
import { noFloat64, noUint32, Table } from '../../../../../core/columns/table.ts';
import type { StackTime } from '../../chrome/slices.ts';
import { SampleGaps, sampleEndUs } from '../../import/sample-ends.ts';

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
    const ends = { usualUs: intervalUs, pauseUs: LATE * intervalUs };
    const inner = this.hasEnds ? { ...ends, pauseUs: Number.POSITIVE_INFINITY } : ends;
    for (const [index, row] of rows.entries()) {
      const stack = uint32At(this.stack, row);
      const beginUs = float64At(this.atUs, row);
      const next = rows[index + 1];
      const endUs = next === undefined ? sampleEndUs(beginUs, undefined, ends) : sampleEndUs(beginUs, float64At(this.atUs, next), inner);
      if (stack !== 0 && endUs > beginUs) yield { beginUs, endUs, stack };
    }
  }

  #usualGap(rows: Uint32Array): number {
    const gaps = new SampleGaps();
    for (let at = 1; at < rows.length; at++)
      gaps.add(float64At(this.atUs, uint32At(rows, at)) - float64At(this.atUs, uint32At(rows, at - 1)));
    return Math.min(Math.max(gaps.usualUs ?? LEAST_US, LEAST_US), MOST_US);
  }
}
