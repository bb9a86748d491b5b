import { noFloat64, noUint32, Table } from '../../core/columns/table.ts';

/** Calls by begin, as columns. Times are session microseconds. */
export class CallColumns extends Table {
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** 0 for the outermost call. */
  depth: Uint32Array = noUint32;
  /** Row of `model.nodes`: the call's frame, by the line at which it stayed longest. */
  node: Uint32Array = noUint32;
  /** By how much begin and end together may be off. */
  uncertainUs: Float64Array = noFloat64;

  /** Begins a call; gives its row. */
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
