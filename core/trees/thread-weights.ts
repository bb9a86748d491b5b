import type { Span, SpanTaker } from '../analysis/threads/spans.ts';
import type { SessionModel } from '../session/model/model.ts';
import type { Thread } from '../session/model/thread.ts';
import { type SelfWeights, StackWeights } from './weights.ts';

/** From spans that the chart's writer visits anyway. */
export class ThreadWeights implements SpanTaker {
  readonly #thread: Thread;
  readonly #weights: StackWeights;

  constructor(model: SessionModel, thread: Thread) {
    this.#thread = thread;
    this.#weights = new StackWeights(model);
  }

  take(span: Span): void {
    this.#weights.take(this.#thread, span, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  settle(): void {
    this.#weights.unsettle();
  }

  goBack(): void {
    this.#weights.settle();
  }

  /** Weights of a range, undefined if it leaves anything out. Valid until the thread continues. */
  of(rangeBeginUs: number, rangeEndUs: number): SelfWeights | undefined {
    const { samples } = this.#thread;
    if (samples.length === 0) return this.#weights;
    // A row that begins at the range's end is not counted.
    const last = samples.length - 1;
    const hasAll = rangeBeginUs <= samples.beginUsAt(0) && rangeEndUs > samples.beginUsAt(last) && rangeEndUs >= samples.endUsAt(last);
    return hasAll ? this.#weights : undefined;
  }
}
