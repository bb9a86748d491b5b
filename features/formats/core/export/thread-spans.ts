import { visitSpans } from '../../../../core/analysis/threads/spans.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';

/** Samples per step. Times would not bound the steps: imported samples may be years apart. */
const STEP_ROWS = 1_024;

/** Stacks by time. Columns are longer than `length`. */
export class StackSpans {
  length = 0;
  beginUs = new Float64Array(STEP_ROWS);
  endUs = new Float64Array(STEP_ROWS);
  /** Rows of `model.nodes`, with symbols; never 0. */
  node = new Uint32Array(STEP_ROWS);
  /** Rows of the thread's samples. */
  row = new Uint32Array(STEP_ROWS);

  add(beginUs: number, endUs: number, node: number, row: number): void {
    if (this.length === this.node.length) this.#grow();
    this.beginUs[this.length] = beginUs;
    this.endUs[this.length] = endUs;
    this.row[this.length] = row;
    this.node[this.length++] = node;
  }

  #grow(): void {
    const { beginUs, endUs, node, row } = this;
    this.beginUs = new Float64Array(this.length * 2);
    this.beginUs.set(beginUs);
    this.endUs = new Float64Array(this.length * 2);
    this.endUs.set(endUs);
    this.node = new Uint32Array(this.length * 2);
    this.node.set(node);
    this.row = new Uint32Array(this.length * 2);
    this.row.set(row);
  }
}

/** A thread's stacks by time, some at a time; a stack may go on in the next step. Times are session microseconds. The spans are reused. */
export function* threadSpans(model: SessionModel, thread: Thread): Generator<StackSpans> {
  const { samples } = thread;
  const spans = new StackSpans();
  for (let row = 0; row < samples.length; row += STEP_ROWS) {
    const fromUs = row === 0 ? Number.NEGATIVE_INFINITY : samples.beginUsAt(row);
    const toUs = row + STEP_ROWS < samples.length ? samples.beginUsAt(row + STEP_ROWS) : Number.POSITIVE_INFINITY;
    spans.length = 0;
    visitSpans(model, thread, fromUs, toUs, ({ beginUs, endUs, node, row: of }) => {
      if (node !== 0) spans.add(beginUs, endUs, node, of);
    });
    if (spans.length > 0) yield spans;
  }
}
