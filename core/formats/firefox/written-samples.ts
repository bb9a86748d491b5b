import { float64At, uint32At } from '../../columns/at.ts';
import { withRow } from '../../columns/table.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { TextBytes } from '../export/text-bytes.ts';
import { threadSpans } from '../export/thread-spans.ts';
import type { StackTables } from './stack-tables.ts';

const PER_PIECE = 8_192;
/** No stack. */
const NONE = 0;
const COMMA = new TextEncoder().encode(',');
const NULL = new TextEncoder().encode('null');

/** A thread's samples, each with the time to the next as its weight. */
export class WrittenSamples {
  #length = 0;
  /** Rows from 1. */
  #stacks: Uint32Array = new Uint32Array(0);
  #atUs: Float64Array = new Float64Array(0);
  #endUs = 0;
  readonly #out = new TextBytes();

  *collect(model: SessionModel, thread: Thread, tables: StackTables): Generator<string> {
    for (const spans of threadSpans(model, thread)) {
      for (let row = 0; row < spans.length; row++) {
        const beginUs = float64At(spans.beginUs, row);
        if (this.#length > 0 && beginUs > this.#endUs) this.#add(NONE, this.#endUs);
        this.#add(tables.stackOf(uint32At(spans.node, row)) + 1, beginUs);
        this.#endUs = float64At(spans.endUs, row);
      }
      yield '';
    }
    if (this.#length > 0) this.#add(NONE, this.#endUs);
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

  #add(stack: number, atUs: number): void {
    const row = this.#length;
    if (row > 0 && uint32At(this.#stacks, row - 1) === stack) return;
    if (row >= this.#stacks.length) {
      this.#stacks = withRow(this.#stacks, row);
      this.#atUs = withRow(this.#atUs, row);
    }
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
