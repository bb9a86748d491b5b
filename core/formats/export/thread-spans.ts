import { visitSpans } from '../../analysis/threads/spans.ts';
import { float64At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

export interface StackSpan extends TimeRange {
  /** Row of `model.nodes`, with symbols; never 0. */
  readonly node: number;
}

/** Samples per step. Times would not bound the steps: imported samples may be years apart. */
const STEP_ROWS = 1_024;

/** A thread's stacks by time, some at a time; a stack may go on in the next step. Times are session microseconds. */
export function* threadSpans(model: SessionModel, thread: Thread): Generator<readonly StackSpan[]> {
  const { samples } = thread;
  for (let row = 0; row < samples.length; row += STEP_ROWS) {
    const fromUs = row === 0 ? Number.NEGATIVE_INFINITY : float64At(samples.beginUs, row);
    const toUs = row + STEP_ROWS < samples.length ? float64At(samples.beginUs, row + STEP_ROWS) : Number.POSITIVE_INFINITY;
    const spans: StackSpan[] = [];
    visitSpans(model, thread, fromUs, toUs, ({ beginUs, endUs, node }) => {
      if (node !== 0) spans.push({ beginUs, endUs, node });
    });
    if (spans.length > 0) yield spans;
  }
}
