import { float64At, int32At, uint8At, uint32At } from '../../columns/at.ts';
import { BLOCK_ROWS } from '../../columns/packed-block.ts';
import { PackedRows } from '../../columns/packed-rows.ts';
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

/** Newest rows that are not packed, and blocks that are packed at a time, so that other rows rarely move. */
interface Packing {
  readonly mostUnpacked: number;
  readonly blocks: number;
}

const packing: Packing = { mostUnpacked: 4 * BLOCK_ROWS, blocks: 2 };
/** Lags, calls and causes read main, which is one thread of many: 17 minutes of a row each millisecond, 30 MB. */
const packingOfMain: Packing = { mostUnpacked: 1_024 * BLOCK_ROWS, blocks: 128 };
/** A long table grows by this factor: copies take more time than room, whose pages take no memory before rows come. */
const LONG_GROWTH = 4;

/** The newest rows; the last one may change. */
class NewestRows extends Table {
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  node: Uint32Array = noUint32;
  state: Uint8Array = noUint8;
  cpuUs: Int32Array = noInt32;
  leadCpuUs: Int32Array = noInt32;
  allocatedBytes: Float64Array = absentFloat64;
  leadAllocatedBytes: Float64Array = absentFloat64;

  /** Most sessions have none; only others pay for the columns. */
  makeRoomForBytes(): void {
    if (this.allocatedBytes.length > 0) return;
    this.allocatedBytes = new Float64Array(this.capacity);
    this.leadAllocatedBytes = new Float64Array(this.capacity);
  }
}

/** Columns of packed rows. */
const packed = { beginUs: 0, endUs: 1, node: 2, state: 3, cpuUs: 4, leadCpuUs: 5, allocatedBytes: 6, leadAllocatedBytes: 7 } as const;

/**
 * Runs of equal samples of one thread, ordered without overlaps. A run has several rows when the thread enters or leaves the CPU in the
 * same stack, as in native code. Only the last row changes; older rows are packed, as an hour has ten million.
 * The time between two rows was not sampled. Each read throws out of range.
 */
export class SampleColumns {
  length = 0;
  /** Rows dropped so far; kept row numbers move down by the increase. */
  droppedRows = 0;
  /** Backward times, moved forward. */
  clamped = 0;
  /** True once any bytes were reported. */
  hasAllocations = false;
  readonly #packed = new PackedRows(Object.keys(packed).length, { column: packed.endUs, to: packed.beginUs });
  readonly #newest = new NewestRows();
  #packing = packing;
  /** Rows before the newest. */
  #packedRows = 0;
  /** The last row's CPU time is known up to here. */
  #reportedUs = 0;
  /** Undefined while the row is too short. */
  #isOnCpu: boolean | undefined;

  /** Packs rows beyond a million only, as reads of packed ones take twice as long. */
  beOfMain(): void {
    this.#packing = packingOfMain;
  }

  beginUsAt(row: number): number {
    const at = row - this.#packedRows;
    return at < 0 ? this.#packed.read(packed.beginUs, row) : float64At(this.#newest.beginUs, this.#inside(at));
  }

  /** Equals the begin for a single sample. */
  endUsAt(row: number): number {
    const at = row - this.#packedRows;
    return at < 0 ? this.#packed.read(packed.endUs, row) : float64At(this.#newest.endUs, this.#inside(at));
  }

  /** Row of `model.nodes`; 0 is an empty stack. */
  nodeAt(row: number): number {
    const at = row - this.#packedRows;
    return at < 0 ? this.#packed.read(packed.node, row) : uint32At(this.#newest.node, this.#inside(at));
  }

  /** One of `threadState`. */
  stateAt(row: number): number {
    const at = row - this.#packedRows;
    return at < 0 ? this.#packed.read(packed.state, row) : uint8At(this.#newest.state, this.#inside(at));
  }

  /** CPU time within the row, or `UNKNOWN_CPU`. */
  cpuUsAt(row: number): number {
    const at = row - this.#packedRows;
    return at < 0 ? this.#packed.read(packed.cpuUs, row) : int32At(this.#newest.cpuUs, this.#inside(at));
  }

  /** Between the row before and this one, or `UNKNOWN_CPU`. */
  leadCpuUsAt(row: number): number {
    const at = row - this.#packedRows;
    return at < 0 ? this.#packed.read(packed.leadCpuUs, row) : int32At(this.#newest.leadCpuUs, this.#inside(at));
  }

  /** Bytes allocated within the row. */
  allocatedBytesAt(row: number): number {
    const at = row - this.#packedRows;
    if (at < 0) return this.#packed.read(packed.allocatedBytes, row);
    return this.#newest.allocatedBytes[this.#inside(at)] ?? 0;
  }

  /** Between the row before and this one. */
  leadAllocatedBytesAt(row: number): number {
    const at = row - this.#packedRows;
    if (at < 0) return this.#packed.read(packed.leadAllocatedBytes, row);
    return this.#newest.leadAllocatedBytes[this.#inside(at)] ?? 0;
  }

  /** Rows that are not packed. */
  get unpacked(): number {
    return this.#newest.length;
  }

  rowEndUs(row: number): number {
    return this.endUsAt(row);
  }

  /** First row, below `length`, that ends after a time; `length` without any. */
  firstEndingAfter(timeUs: number, length = this.length): number {
    let low = Math.min(length, this.#packed.blockRow(packed.beginUs, timeUs));
    let high = this.#endOfSearch(low, length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.endUsAt(middle) > timeUs) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** First row that ends at a time or later; `length` without any. */
  firstEndingAt(timeUs: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.endUsAt(middle) >= timeUs) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** First row, below `length`, that begins after a time; `length` without any. */
  firstBeginningAfter(timeUs: number, length = this.length): number {
    let low = Math.min(length, this.#packed.blockRow(packed.beginUs, timeUs));
    let high = this.#endOfSearch(low, length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.beginUsAt(middle) > timeUs) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  append(beginUs: number, node: number, state: number, leadCpuUs: number, leadBytes = 0): void {
    const orderedUs = Math.max(beginUs, this.lastUs);
    if (orderedUs !== beginUs) this.clamped++;
    const newest = this.#newest;
    if (newest.length === newest.capacity) this.#makeRoom();
    const row = newest.length++;
    this.length++;
    newest.beginUs[row] = orderedUs;
    newest.endUs[row] = orderedUs;
    newest.node[row] = node;
    newest.state[row] = state;
    newest.leadCpuUs[row] = leadCpuUs;
    if (leadBytes > 0) {
      this.#makeRoomForBytes();
      newest.leadAllocatedBytes[row] = leadBytes;
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
    const { length, endUs } = this.#newest;
    // Raw, as every sample passes here: the last row exists, and is not packed.
    return length === 0 ? 0 : (endUs[length - 1] ?? 0);
  }

  /** Extends the last row; earlier times change nothing. */
  extend(endUs: number): void {
    const newest = this.#newest;
    const row = newest.length - 1;
    // Raw, as in `lastUs`.
    if (row >= 0 && endUs > (newest.endUs[row] ?? 0)) newest.endUs[row] = endUs;
  }

  /** A tick: the last row continues. */
  tick(atUs: number): void {
    if (this.#isOnCpu === true && atUs - this.#reportedUs > STANDS_STILL_US) {
      this.#splitRow();
      this.#isOnCpu = false;
    }
    this.extend(atUs);
  }

  /** Packs all whole blocks, but main's: no more rows are expected. More may come all the same. */
  pack(): void {
    if (this.#packing === packingOfMain) return;
    // The last row may change.
    this.#pack(Math.floor(Math.max(0, this.#newest.length - 1) / BLOCK_ROWS));
    this.#newest.fit();
  }

  dropFirst(rows: number): void {
    const dropped = Math.min(rows, this.#packedRows);
    this.#packed.dropFirst(dropped);
    this.#packedRows -= dropped;
    this.#newest.dropFirst(rows - dropped);
    this.length -= rows;
    this.droppedRows += rows;
  }

  /** The rows behind a packed block begin, and end, after the time that its search is for. */
  #endOfSearch(first: number, length: number): number {
    const end = first + BLOCK_ROWS;
    return end < this.#packedRows ? Math.min(length, end) : length;
  }

  #inside(at: number): number {
    if (at >= this.#newest.length) throw new RangeError(`Row ${at + this.#packedRows} of ${this.length} samples.`);
    return at;
  }

  #makeRoom(): void {
    const newest = this.#newest;
    const { mostUnpacked, blocks } = this.#packing;
    if (newest.length >= mostUnpacked) this.#pack(blocks);
    else if (newest.length < packing.mostUnpacked) newest.grow();
    else newest.reserve(Math.min(mostUnpacked, LONG_GROWTH * newest.length));
  }

  #pack(blocks: number): void {
    const newest = this.#newest;
    const { beginUs, endUs, node, state, cpuUs, leadCpuUs, allocatedBytes, leadAllocatedBytes } = newest;
    const bytes = this.hasAllocations ? [allocatedBytes, leadAllocatedBytes] : [];
    for (let block = 0; block < blocks; block++) {
      this.#packed.add([beginUs, endUs, node, state, cpuUs, leadCpuUs, ...bytes], block * BLOCK_ROWS);
    }
    this.#packedRows += blocks * BLOCK_ROWS;
    newest.dropFirst(blocks * BLOCK_ROWS);
  }

  /** Unknown stays unknown. */
  #addCpu(cpuUs: number): void {
    const newest = this.#newest;
    const row = newest.length - 1;
    const before = newest.cpuUs[row];
    if (before === undefined || before === UNKNOWN_CPU) return;
    newest.cpuUs[row] = cpuUs === UNKNOWN_CPU ? UNKNOWN_CPU : Math.min(before + cpuUs, 0x7fffffff);
  }

  #addBytes(bytes: number): void {
    const newest = this.#newest;
    const row = newest.length - 1;
    if (row < 0) return;
    this.#makeRoomForBytes();
    newest.allocatedBytes[row] = float64At(newest.allocatedBytes, row) + bytes;
  }

  #makeRoomForBytes(): void {
    this.hasAllocations = true;
    this.#newest.makeRoomForBytes();
  }

  /** Continues in a new row from the last known CPU time, now on or off CPU. */
  #splitRow(): void {
    const newest = this.#newest;
    const row = newest.length - 1;
    newest.endUs[row] = this.#reportedUs;
    this.append(this.#reportedUs, uint32At(newest.node, row), uint8At(newest.state, row), 0);
  }
}
