import { noFloat64, noUint32, Table } from '../../core/columns/table.ts';

/** Calls by begin, as columns. Session microseconds. */
export class CallColumns extends Table {
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** 0 for the outermost call. */
  depth: Uint32Array = noUint32;
  /** Row of `model.nodes`: the call's frame at its longest line. */
  node: Uint32Array = noUint32;
  /** Uncertainty of begin and end together. */
  uncertainUs: Float64Array = noFloat64;

  /** Returns the call's row. */
  open(beginUs: number, depth: number, node: number, slackUs: number): number {
    if (this.length === this.capacity) this.grow();
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
}
