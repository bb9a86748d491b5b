import { visitSpans } from '../../analysis/threads/spans.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

export interface StackSpan extends TimeRange {
  /** Row of `model.nodes`, with symbols; never 0. */
  readonly node: number;
}

/** Session time per step. */
const STEP_US = 5_000_000;

/** A thread's stacks by time, some at a time; a stack may go on in the next step. Times are session microseconds. */
export function* threadSpans(model: SessionModel, thread: Thread): Generator<readonly StackSpan[]> {
  const endUs = thread.samples.lastUs;
  for (let fromUs = thread.beginUs; fromUs <= endUs; fromUs += STEP_US) {
    const spans: StackSpan[] = [];
    visitSpans(model, thread, fromUs, fromUs + STEP_US, ({ beginUs, endUs: spanEndUs, node }) => {
      if (node !== 0) spans.push({ beginUs, endUs: spanEndUs, node });
    });
    if (spans.length > 0) yield spans;
  }
}
