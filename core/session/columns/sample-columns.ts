import { float64At, uint8At, uint32At } from '../../columns/at.ts';
import { absentFloat64, noFloat64, noInt32, noUint8, noUint32, Table } from '../../columns/table.ts';

/** CPU time that the agent could not tell. */
export const UNKNOWN_CPU = -1;

/** From this share of a time on a thread counts as having been on CPU through it: others take some of it, too. */
export const ON_CPU_SHARE = 0.8;
/** A shorter time says little about whether a thread was on CPU. */
const TELLING_US = 8_000;
/** Agents tell a run that uses CPU at least every 50 ms; after this much silence it uses none. */
const STANDS_STILL_US = 150_000;

/** What a thread was seen doing (`sample.state` of the protocol). */
export const threadState = {
  running: 0,
  monitor: 1,
  objectWait: 2,
  parked: 3,
  sleeping: 4,
  native: 5,
  suspended: 6,
  /** In the kernel, and may be woken. */
  kernel: 7,
  /** In the kernel for a disk or a page, and may not be woken. */
  disk: 8,
  /** For the virtual machine itself: a garbage collection, a class that another thread loads. */
  runtime: 9,
} as const;

/**
 * Runs of equal samples of one thread, ordered and never overlapping: one row each, or several where the thread came onto the
 * CPU or left it in the same stack, as in native code. Rows are appended, and only the last row changes.
 *
 * Between the end of a row and the begin of the next nobody looked: what happened there is uncertain.
 */
export class SampleColumns extends Table {
  /** Times that went backwards and were moved to the last known one. */
  clamped = 0;
  /** Session time at which the stack was first seen. */
  beginUs: Float64Array = noFloat64;
  /** Session time at which it was last seen; moves while the run is open. Equal to the begin when it was seen once. */
  endUs: Float64Array = noFloat64;
  /** Row of `model.nodes`; 0 is an empty stack. */
  node: Uint32Array = noUint32;
  /** One of `threadState`. */
  state: Uint8Array = noUint8;
  /** CPU time between the begin and the end of the row, or `UNKNOWN_CPU`. */
  cpuUs: Int32Array = noInt32;
  /** CPU time between the end of the row before and the begin of this one, or `UNKNOWN_CPU`. */
  leadCpuUs: Int32Array = noInt32;
  /** Bytes of objects that the thread made between the begin and the end of the row. Empty while none were told, as is the next one. */
  allocatedBytes: Float64Array = absentFloat64;
  /** The same between the end of the row before and the begin of this one. */
  leadAllocatedBytes: Float64Array = absentFloat64;

  /** Up to here the CPU time of the last row is told. */
  #reportedUs = 0;
  /** Whether the last row is on CPU, undefined while it is too short to tell. */
  #isOnCpu: boolean | undefined;

  /** As `endUs`. */
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

  /** The last row was seen again, with this CPU time, and so many bytes of objects made, since that was last told. */
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

  /** Time up to which the thread was seen, 0 before the first sample. */
  get lastUs(): number {
    return this.length === 0 ? 0 : float64At(this.endUs, this.length - 1);
  }

  /** The last row was seen again. A time before its end changes nothing. */
  extend(endUs: number): void {
    const row = this.length - 1;
    if (row >= 0 && endUs > float64At(this.endUs, row)) this.endUs[row] = endUs;
  }

  /** Adds CPU time to the last row; once unknown, a row's CPU time stays unknown. */
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

  /** Most sessions tell none: only those that do pay for the columns. */
  #makeRoomForBytes(): void {
    if (this.allocatedBytes.length > 0) return;
    this.allocatedBytes = new Float64Array(this.capacity);
    this.leadAllocatedBytes = new Float64Array(this.capacity);
  }

  /** A tick: the last row goes on. */
  tick(atUs: number): void {
    if (this.#isOnCpu === true && atUs - this.#reportedUs > STANDS_STILL_US) {
      this.#splitRow();
      this.#isOnCpu = false;
    }
    this.extend(atUs);
  }

  /** Goes on in a new row from where CPU time is told: the same stack, but on CPU no more, or by now. */
  #splitRow(): void {
    const row = this.length - 1;
    this.endUs[row] = this.#reportedUs;
    this.append(this.#reportedUs, uint32At(this.node, row), uint8At(this.state, row), 0);
  }
}
