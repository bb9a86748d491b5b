import { float64At, int32At, numberAt, uint32At } from '../../columns/at.ts';
import { firstIndex } from '../../columns/sorted.ts';
import { noFloat64, noInt32, noUint8, noUint32, Table } from '../../columns/table.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { intervalState } from './interval-columns.ts';

interface BlockingCall extends TimeRange {
  /** Caller, row of `model.nodes`. */
  readonly node: number;
  /** Rows of `model.strings`: the function and its operand, 0 if unknown. */
  readonly function: number;
  readonly object: number;
  /** Row of `model.threads` of the owner, -1 if unknown. */
  readonly owner: number;
}

/** Blocking calls of a thread by end: most are reported on return, so inner calls come first. A long wait for a lock is the last row, and open. */
export class BlockingCallColumns extends Table {
  /** Backward times, moved forward. */
  clamped = 0;
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** Values have the meaning of `BlockingCall`. */
  node: Uint32Array = noUint32;
  function: Uint32Array = noUint32;
  object: Uint32Array = noUint32;
  owner: Int32Array = noInt32;
  /** When the owner was last asked for. */
  ownerUs: Float64Array = noFloat64;
  /** First of the questions in a row that named this owner. */
  heldFromUs: Float64Array = noFloat64;
  /** One of `intervalState`: only the last row may be open, and a cut one lacks its return. */
  state: Uint8Array = noUint8;
  /** First row of inner calls, itself without any. */
  firstInside: Uint32Array = noUint32;
  /** Rows of outermost calls, which are consecutive. */
  readonly outermost: number[] = [];
  /** Of the last row, before it was moved. */
  #reportedUs = -1;

  /** -1 if none. */
  get openRow(): number {
    const row = this.length - 1;
    return row >= 0 && this.state[row] === intervalState.open ? row : -1;
  }

  /** A call returned. The report of it as an open one has later owners. */
  append(call: BlockingCall): void {
    const last = this.#unfinished();
    if (last >= 0 && this.#reportedUs === call.beginUs) {
      this.endUs[last] = Math.max(call.endUs, float64At(this.beginUs, last));
      this.node[last] = call.node;
      this.function[last] = call.function;
      this.object[last] = call.object;
      if (int32At(this.owner, last) < 0) this.#own(last, call.owner, call.beginUs);
      this.state[last] = intervalState.ended;
    } else if (last < 0 || call.endUs > float64At(this.beginUs, last)) {
      this.cut();
      this.#add(call);
    }
  }

  /** A call lasts; its end is its time so far. */
  report(call: BlockingCall): void {
    if (this.length > 0 && this.#reportedUs === call.beginUs) {
      const last = this.#unfinished();
      // A report may come just after the return.
      if (last < 0) return;
      this.state[last] = intervalState.open;
      this.extend(call.endUs);
      if (call.owner >= 0) this.#own(last, call.owner, call.endUs);
      return;
    }
    this.cut();
    this.#add(call);
    const row = this.length - 1;
    this.state[row] = intervalState.open;
    this.ownerUs[row] = this.heldFromUs[row] = call.endUs;
  }

  extend(endUs: number): void {
    const row = this.openRow;
    if (row >= 0 && endUs > float64At(this.endUs, row)) this.endUs[row] = endUs;
  }

  /** It returned, and how is not reported: it lasted until about this time. */
  over(beginUs: number, endUs: number): void {
    if (this.#reportedUs !== beginUs) return;
    this.extend(endUs);
    this.cut();
  }

  /** Its end is unknown. */
  cut(): void {
    const row = this.openRow;
    if (row >= 0) this.state[row] = intervalState.cut;
  }

  /** Row of the last call if its return was not reported, else -1. */
  #unfinished(): number {
    const row = this.length - 1;
    return row >= 0 && this.state[row] !== intervalState.ended ? row : -1;
  }

  #own(row: number, owner: number, atUs: number): void {
    if (this.owner[row] !== owner) this.heldFromUs[row] = atUs;
    this.owner[row] = owner;
    this.ownerUs[row] = atUs;
  }

  #add(call: BlockingCall): void {
    const row = this.length;
    if (row === this.capacity) this.grow();
    this.#reportedUs = call.beginUs;
    const endUs = Math.max(call.endUs, row === 0 ? 0 : float64At(this.endUs, row - 1));
    const lastUs = this.#passInner(call.beginUs);
    const beginUs = Math.min(Math.max(call.beginUs, lastUs), endUs);
    if (endUs !== call.endUs || beginUs !== call.beginUs) this.clamped++;
    this.beginUs[row] = beginUs;
    this.endUs[row] = endUs;
    this.node[row] = call.node;
    this.function[row] = call.function;
    this.object[row] = call.object;
    this.owner[row] = call.owner;
    this.ownerUs[row] = this.heldFromUs[row] = beginUs;
    this.state[row] = intervalState.ended;
    this.outermost.push(row);
    this.length++;
  }

  rowEndUs(row: number): number {
    return float64At(this.endUs, row);
  }

  override dropFirst(rows: number): void {
    super.dropFirst(rows);
    for (let row = 0; row < this.length; row++) this.firstInside[row] = Math.max(0, uint32At(this.firstInside, row) - rows);
    const kept = this.outermost.filter((row) => row >= rows).map((row) => row - rows);
    this.outermost.splice(0, this.outermost.length);
    for (const row of kept) this.outermost.push(row);
  }

  /** Inner ones first. */
  visit(rangeBeginUs: number, rangeEndUs: number, visitRow: (row: number) => void): void {
    for (let top = this.#firstEndingAfter(rangeBeginUs); top < this.outermost.length; top++) {
      const last = numberAt(this.outermost, top);
      if (float64At(this.beginUs, last) >= rangeEndUs) return;
      for (let row = this.firstInside[last] ?? last; row <= last; row++) {
        if (float64At(this.endUs, row) > rangeBeginUs && float64At(this.beginUs, row) < rangeEndUs) visitRow(row);
      }
    }
  }

  coveredUs(rangeBeginUs: number, rangeEndUs: number): number {
    let sumUs = 0;
    for (let top = this.#firstEndingAfter(rangeBeginUs); top < this.outermost.length; top++) {
      const row = numberAt(this.outermost, top);
      const beginUs = float64At(this.beginUs, row);
      if (beginUs >= rangeEndUs) break;
      sumUs += Math.min(float64At(this.endUs, row), rangeEndUs) - Math.max(beginUs, rangeBeginUs);
    }
    return sumUs;
  }

  /** Returns the end of the call before them. */
  #passInner(beginUs: number): number {
    const { outermost } = this;
    let first = this.length;
    while (outermost.length > 0 && float64At(this.beginUs, outermost.at(-1) ?? 0) >= beginUs) {
      first = uint32At(this.firstInside, outermost.pop() ?? 0);
    }
    this.firstInside[this.length] = first;
    const before = outermost.at(-1);
    return before === undefined ? 0 : float64At(this.endUs, before);
  }

  /** Index into `outermost`. */
  #firstEndingAfter(timeUs: number): number {
    return firstIndex(this.outermost.length, (top) => float64At(this.endUs, numberAt(this.outermost, top)) > timeUs);
  }
}
