import { float64At, uint8At, uint32At } from '../../columns/at.ts';
import { absentFloat64, noFloat64, noInt32, noUint8, noUint32, Table } from '../../columns/table.ts';

/** The agent lacks it. */
export const UNKNOWN_CPU = -1;

/** From this share on a thread was on CPU: others take some, too. */
export const ON_CPU_SHARE = 0.8;
/** Shorter times say little about CPU use. */
const TELLING_US = 8_000;
/** Agents report CPU use at least every 50 ms; longer silence means none. */
const STANDS_STILL_US = 150_000;

/** State of a thread (`sample.state` of the protocol). */
export const threadState = {
  running: 0,
  monitor: 1,
  objectWait: 2,
  parked: 3,
  sleeping: 4,
  native: 5,
  suspended: 6,
  /** Interruptible, in the kernel. */
  kernel: 7,
  /** Uninterruptible, in the kernel: a disk or a page. */
  disk: 8,
  /** For the virtual machine: a collection, a class loaded by another thread. */
  runtime: 9,
  /** To read or write, as are all from here on: a path, which is no device's. */
  file: 10,
  pipe: 11,
  /** A socket of the network. */
  network: 12,
  localSocket: 13,
} as const;

/**
 * Runs of equal samples of one thread, ordered without overlaps. A run has several rows when the thread enters or leaves the CPU in the
 * same stack, as in native code. Only the last row changes.
 * The time between two rows was not sampled.
 */
export class SampleColumns extends Table {
  /** Backward times, moved forward. */
  clamped = 0;
  beginUs: Float64Array = noFloat64;
  /** Equals the begin for a single sample. */
  endUs: Float64Array = noFloat64;
  /** Row of `model.nodes`; 0 is an empty stack. */
  node: Uint32Array = noUint32;
  /** One of `threadState`. */
  state: Uint8Array = noUint8;
  /** CPU time within the row, or `UNKNOWN_CPU`. */
  cpuUs: Int32Array = noInt32;
  /** Between the row before and this one, or `UNKNOWN_CPU`. */
  leadCpuUs: Int32Array = noInt32;
  /** Bytes allocated within the row. This and the next column are empty until any are reported. */
  allocatedBytes: Float64Array = absentFloat64;
  /** Between the row before and this one. */
  leadAllocatedBytes: Float64Array = absentFloat64;

  /** The last row's CPU time is known up to here. */
  #reportedUs = 0;
  /** Undefined while the row is too short. */
  #isOnCpu: boolean | undefined;

  rowEndUs(row: number): number {
    return float64At(this.endUs, row);
  }

  append(beginUs: number, node: number, state: number, leadCpuUs: number, leadBytes = 0): void {
    const orderedUs = Math.max(beginUs, this.lastUs);
    if (orderedUs !== beginUs) this.clamped++;
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.beginUs[row] = orderedUs;
    this.endUs[row] = orderedUs;
    this.node[row] = node;
    this.state[row] = state;
    this.leadCpuUs[row] = leadCpuUs;
    if (leadBytes > 0) {
      this.#makeRoomForBytes();
      this.leadAllocatedBytes[row] = leadBytes;
    }
    this.#reportedUs = orderedUs;
    this.#isOnCpu = undefined;
  }

  /** @param cpuUs and bytes since the row's last report */
  seenAgain(atUs: number, cpuUs: number, allocatedBytes = 0): void {
    const pieceUs = atUs - this.#reportedUs;
    if (cpuUs !== UNKNOWN_CPU && pieceUs >= TELLING_US) {
      const isOnCpu = cpuUs >= ON_CPU_SHARE * pieceUs;
      if (this.#isOnCpu !== undefined && this.#isOnCpu !== isOnCpu) this.#splitRow();
      this.#isOnCpu = isOnCpu;
    }
    this.extend(atUs);
    this.#addCpu(cpuUs);
    if (allocatedBytes > 0) this.#addBytes(allocatedBytes);
    this.#reportedUs = Math.max(this.#reportedUs, atUs);
  }

  /** Time of the last sample, 0 before the first. */
  get lastUs(): number {
    // Raw, as every sample passes here: the last row exists.
    return this.length === 0 ? 0 : (this.endUs[this.length - 1] ?? 0);
  }

  /** Extends the last row; earlier times change nothing. */
  extend(endUs: number): void {
    const row = this.length - 1;
    // Raw, as in `lastUs`.
    if (row >= 0 && endUs > (this.endUs[row] ?? 0)) this.endUs[row] = endUs;
  }

  /** Unknown stays unknown. */
  #addCpu(cpuUs: number): void {
    const row = this.length - 1;
    const before = this.cpuUs[row];
    if (before === undefined || before === UNKNOWN_CPU) return;
    this.cpuUs[row] = cpuUs === UNKNOWN_CPU ? UNKNOWN_CPU : Math.min(before + cpuUs, 0x7fffffff);
  }

  #addBytes(bytes: number): void {
    const row = this.length - 1;
    if (row < 0) return;
    this.#makeRoomForBytes();
    this.allocatedBytes[row] = float64At(this.allocatedBytes, row) + bytes;
  }

  /** Most sessions have none; only others pay for the columns. */
  #makeRoomForBytes(): void {
    if (this.allocatedBytes.length > 0) return;
    this.allocatedBytes = new Float64Array(this.capacity);
    this.leadAllocatedBytes = new Float64Array(this.capacity);
  }

  /** A tick: the last row continues. */
  tick(atUs: number): void {
    if (this.#isOnCpu === true && atUs - this.#reportedUs > STANDS_STILL_US) {
      this.#splitRow();
      this.#isOnCpu = false;
    }
    this.extend(atUs);
  }

  /** Continues in a new row from the last known CPU time, now on or off CPU. */
  #splitRow(): void {
    const row = this.length - 1;
    this.endUs[row] = this.#reportedUs;
    this.append(this.#reportedUs, uint32At(this.node, row), uint8At(this.state, row), 0);
  }
}
