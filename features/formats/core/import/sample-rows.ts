import { float64At, uint8At, uint32At } from '../../../../core/columns/at.ts';
import { absentFloat64, noFloat64, noInt32, noUint8, noUint32, Table } from '../../../../core/columns/table.ts';

export interface SampleRow {
  readonly beginUs: number;
  /** At least the begin. */
  readonly endUs: number;
  readonly stack: number;
  readonly state: number;
  /** -1 if unknown. */
  readonly cpuUs: number;
  /** On CPU since the row before, -1 if unknown; of rows as a sampler had them, which no other row joins. */
  readonly leadCpuUs?: number;
}

/** One thread's samples, in any order. */
export class SampleRows extends Table {
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  stack: Uint32Array = noUint32;
  state: Uint8Array = noUint8;
  cpuUs: Int32Array = noInt32;
  /** Empty unless the rows are as a sampler had them, with unknown time between. */
  leadCpuUs: Float64Array = absentFloat64;
  #isOrdered = true;
  #lastUs = Number.NEGATIVE_INFINITY;

  add(row: SampleRow): void {
    if (this.length === this.capacity) this.grow();
    const at = this.length++;
    this.beginUs[at] = row.beginUs;
    this.endUs[at] = row.endUs;
    this.stack[at] = row.stack;
    this.state[at] = row.state;
    this.cpuUs[at] = row.cpuUs;
    if (row.leadCpuUs !== undefined) {
      if (this.leadCpuUs.length === 0) this.leadCpuUs = new Float64Array(this.capacity);
      this.leadCpuUs[at] = row.leadCpuUs;
    }
    if (row.beginUs < this.#lastUs) this.#isOrdered = false;
    this.#lastUs = row.beginUs;
  }

  /** Row numbers by begin; the longer of two first. */
  order(): Uint32Array {
    const order = Uint32Array.from({ length: this.length }, (_, at) => at);
    if (this.#isOrdered) return order;
    return order.sort((one, other) => float64At(this.beginUs, one) - float64At(this.beginUs, other) || one - other);
  }

  at(row: number): SampleRow {
    const leadCpuUs = this.leadCpuUs[row];
    return {
      ...(leadCpuUs === undefined ? {} : { leadCpuUs }),
      beginUs: float64At(this.beginUs, row),
      endUs: float64At(this.endUs, row),
      stack: uint32At(this.stack, row),
      state: uint8At(this.state, row),
      cpuUs: this.cpuUs[row] ?? -1,
    };
  }
}

/**
 * Samples by time, without overlaps, equal neighbours joined. Times are whole microseconds since `originUs`.
 * @param overlapped counts samples that others cover
 */
export function* orderedSamples(rows: SampleRows, originUs: number, overlapped: () => void): Generator<SampleRow> {
  let last: SampleRow | undefined;
  let doneUs = 0;
  for (const at of rows.order()) {
    const row = rows.at(at);
    const beginUs = Math.max(Math.round(row.beginUs - originUs), doneUs);
    const endUs = Math.round(row.endUs - originUs);
    if (endUs < beginUs) {
      overlapped();
      continue;
    }
    doneUs = endUs;
    // Unknown CPU time, as of a thread's last sample, does not make known time unknown.
    const isAlike =
      last?.stack === row.stack && last.state === row.state && last.cpuUs < 0 === row.cpuUs < 0 && row.leadCpuUs === undefined;
    if (last !== undefined && isAlike && last.endUs === beginUs) {
      last = { ...last, endUs, cpuUs: row.cpuUs < 0 ? -1 : last.cpuUs + row.cpuUs };
      continue;
    }
    if (last !== undefined) yield last;
    last = { ...row, beginUs, endUs };
  }
  if (last !== undefined) yield last;
}
