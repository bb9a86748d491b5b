import { grownFloat64, grownInt32, grownUint8, grownUint32 } from './grow.ts';

/** CPU time that the agent could not tell. */
export const UNKNOWN_CPU = -1;

/** What a thread was seen doing (`sample.state` of the protocol). */
export const threadState = { running: 0, monitor: 1, objectWait: 2, parked: 3, sleeping: 4, native: 5, suspended: 6 } as const;

/**
 * Runs of equal samples of one thread, one row each, ordered and never overlapping. Rows are appended, and only the last row
 * changes. Columns are longer than `length`, and are replaced when they grow: read them from here each time.
 *
 * Between the end of a row and the begin of the next nobody looked: what happened there is uncertain.
 */
export class SampleColumns {
  length = 0;
  /** Times that went backwards and were moved to the last known one. */
  clamped = 0;
  /** Session time at which the stack was first seen. */
  beginUs: Float64Array = new Float64Array(0);
  /** Session time at which it was last seen; moves while the run is open. Equal to the begin when it was seen once. */
  endUs: Float64Array = new Float64Array(0);
  /** Row of `model.nodes`; 0 is an empty stack. */
  node: Uint32Array = new Uint32Array(0);
  /** One of `threadState`. */
  state: Uint8Array = new Uint8Array(0);
  /** CPU time between the begin and the end of the row, or `UNKNOWN_CPU`. */
  cpuUs: Int32Array = new Int32Array(0);
  /** CPU time between the end of the row before and the begin of this one, or `UNKNOWN_CPU`. */
  leadCpuUs: Int32Array = new Int32Array(0);

  append(beginUs: number, node: number, state: number, leadCpuUs: number): void {
    const orderedUs = Math.max(beginUs, this.lastUs);
    if (orderedUs !== beginUs) this.clamped++;
    if (this.length === this.beginUs.length) this.#grow();
    const row = this.length++;
    this.beginUs[row] = orderedUs;
    this.endUs[row] = orderedUs;
    this.node[row] = node;
    this.state[row] = state;
    this.leadCpuUs[row] = leadCpuUs;
  }

  /** Time up to which the thread was seen, 0 before the first sample. */
  get lastUs(): number {
    return this.length === 0 ? 0 : (this.endUs[this.length - 1] ?? 0);
  }

  /** The last row was seen again. A time before its end changes nothing. */
  extend(endUs: number): void {
    const row = this.length - 1;
    if (row >= 0 && endUs > (this.endUs[row] ?? 0)) this.endUs[row] = endUs;
  }

  /** Adds CPU time to the last row; once unknown, a row's CPU time stays unknown. */
  addCpu(cpuUs: number): void {
    const row = this.length - 1;
    const before = this.cpuUs[row];
    if (before === undefined || before === UNKNOWN_CPU) return;
    this.cpuUs[row] = cpuUs === UNKNOWN_CPU ? UNKNOWN_CPU : Math.min(before + cpuUs, 0x7fffffff);
  }

  #grow(): void {
    this.beginUs = grownFloat64(this.beginUs);
    this.endUs = grownFloat64(this.endUs);
    this.node = grownUint32(this.node);
    this.state = grownUint8(this.state);
    this.cpuUs = grownInt32(this.cpuUs);
    this.leadCpuUs = grownInt32(this.leadCpuUs);
  }
}
