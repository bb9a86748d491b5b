import { grownFloat64, grownUint32 } from '../../core/session/columns/grow.ts';

/** Calls by begin, as columns. Times are session microseconds. Columns are longer than `length`. */
export class CallColumns {
  length = 0;
  beginUs: Float64Array = new Float64Array(0);
  endUs: Float64Array = new Float64Array(0);
  /** 0 for the outermost call. */
  depth: Uint32Array = new Uint32Array(0);
  /** Row of `model.nodes`: the call's frame, by the line at which it stayed longest. */
  node: Uint32Array = new Uint32Array(0);
  /** By how much begin and end together may be off. */
  uncertainUs: Float64Array = new Float64Array(0);

  /** Begins a call; gives its row. */
  open(beginUs: number, depth: number, node: number, slackUs: number): number {
    if (this.length === this.beginUs.length) this.#grow();
    const row = this.length++;
    this.beginUs[row] = beginUs;
    this.endUs[row] = beginUs;
    this.depth[row] = depth;
    this.node[row] = node;
    this.uncertainUs[row] = slackUs;
    return row;
  }

  close(row: number, endUs: number, slackUs: number): void {
    this.endUs[row] = endUs;
    this.uncertainUs[row] = (this.uncertainUs[row] ?? 0) + slackUs;
  }

  #grow(): void {
    this.beginUs = grownFloat64(this.beginUs);
    this.endUs = grownFloat64(this.endUs);
    this.depth = grownUint32(this.depth);
    this.node = grownUint32(this.node);
    this.uncertainUs = grownFloat64(this.uncertainUs);
  }
}
