import { rowBusyShare } from '../../../../core/analysis/threads/busy-time.ts';
import { float64At, uint8At, uint32At } from '../../../../core/columns/at.ts';
import { withRow } from '../../../../core/columns/table.ts';
import { threadState } from '../../../../core/session/columns/sample-columns.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { TextBytes } from '../export/text-bytes.ts';
import { threadSpans } from '../export/thread-spans.ts';
import type { StackTables } from './stack-tables.ts';

const PER_PIECE = 8_192;
/** No stack. */
const NONE = 0;
const COMMA = new TextEncoder().encode(',');
const NULL = new TextEncoder().encode('null');

/** CPU time of a sample: unknown, none, or some. */
const [UNKNOWN, REST, WORK] = [0, 1, 2];

/** A thread's samples, each with the time to the next as its weight. */
export class WrittenSamples {
  #length = 0;
  /** Rows from 1. */
  #stacks: Uint32Array = new Uint32Array(0);
  #atUs: Float64Array = new Float64Array(0);
  #endUs = 0;
  /** CPU time until the next sample, and its kind. */
  #cpuUs: Float64Array = new Float64Array(0);
  #kind: Uint8Array = new Uint8Array(0);
  #hasCpu = false;
  readonly #out = new TextBytes();

  *collect(model: SessionModel, thread: Thread, tables: StackTables): Generator<string> {
    for (const spans of threadSpans(model, thread)) {
      for (let row = 0; row < spans.length; row++) {
        const beginUs = float64At(spans.beginUs, row);
        if (this.#length > 0 && beginUs > this.#endUs) this.#add(NONE, this.#endUs, UNKNOWN);
        const share = cpuShare(thread, uint32At(spans.row, row));
        this.#add(tables.stackOf(uint32At(spans.node, row)) + 1, beginUs, share === undefined ? UNKNOWN : share === 0 ? REST : WORK);
        this.#endUs = float64At(spans.endUs, row);
        if (share !== undefined) this.#cpuUs[this.#length - 1] = float64At(this.#cpuUs, this.#length - 1) + share * (this.#endUs - beginUs);
      }
      yield '';
    }
    if (this.#length > 0) this.#add(NONE, this.#endUs, UNKNOWN);
  }

  *pieces(): Generator<string | Uint8Array> {
    const out = this.#out;
    yield `{"length":${this.#length},"weightType":"tracing-ms","stack":[`;
    yield* this.#column((row) => {
      const stack = uint32At(this.#stacks, row);
      if (stack === NONE) out.bytes(NULL);
      else out.number(stack - 1);
    });
    yield '],"timeDeltas":[';
    yield* this.#column((row) => out.millis(this.#since(row)));
    yield '],"weight":[';
    yield* this.#column((row) => out.millis(uint32At(this.#stacks, row) === NONE ? 0 : this.#since(row + 1)));
    if (this.#hasCpu) {
      yield '],"threadCPUDelta":[';
      yield* this.#column((row) => {
        if (row === 0) out.number(0);
        else if (uint8At(this.#kind, row - 1) === UNKNOWN) out.bytes(NULL);
        else out.number(Math.round(float64At(this.#cpuUs, row - 1)));
      });
    }
    yield ']}';
  }

  *#column(write: (row: number) => void): Generator<Uint8Array> {
    for (let from = 0; from < this.#length; from += PER_PIECE) {
      for (let row = from; row < Math.min(this.#length, from + PER_PIECE); row++) {
        if (row > 0) this.#out.bytes(COMMA);
        write(row);
      }
      yield this.#out.take();
    }
  }

  #add(stack: number, atUs: number, kind: number): void {
    const row = this.#length;
    if (row > 0 && uint32At(this.#stacks, row - 1) === stack && uint8At(this.#kind, row - 1) === kind) return;
    if (row >= this.#stacks.length) {
      this.#stacks = withRow(this.#stacks, row);
      this.#atUs = withRow(this.#atUs, row);
      this.#cpuUs = withRow(this.#cpuUs, row);
      this.#kind = withRow(this.#kind, row);
    }
    this.#kind[row] = kind;
    this.#hasCpu ||= kind !== UNKNOWN;
    this.#stacks[row] = stack;
    this.#atUs[row] = atUs;
    this.#length++;
  }

  /** From the sample before; of the row behind the last, to the end. */
  #since(row: number): number {
    const atUs = row < this.#length ? float64At(this.#atUs, row) : this.#endUs;
    return row === 0 ? atUs : atUs - float64At(this.#atUs, row - 1);
  }
}

/** Undefined if unknown: a thread that was ready without a core used none, but did not wait. */
function cpuShare(thread: Thread, row: number): number | undefined {
  const share = rowBusyShare(thread, row);
  return share === 0 && thread.samples.stateAt(row) === threadState.running ? undefined : share;
}
