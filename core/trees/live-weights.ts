import type { TimeRange } from '../columns/time-range.ts';
import type { SessionModel } from '../session/model/model.ts';
import type { Thread } from '../session/model/thread.ts';
import { type SelfWeights, StackWeights } from './weights.ts';

/** A range of a thread in session time. */
export interface ThreadRange extends TimeRange {
  readonly thread: Thread;
}

/**
 * Weights of a selection, kept between frames. A selection that grows at its end costs what is new. The last samples may still change and
 * are weighed each time.
 */
export class LiveWeights {
  #model: SessionModel | undefined;
  #names = -1;
  #ranges: readonly ThreadRange[] = [];
  #weights: StackWeights | undefined;
  /** The last range is final up to here. */
  #settledUs = 0;
  #version = -1;

  /** Weights of ordered ranges without overlaps; valid until the next call. */
  of(model: SessionModel, ranges: readonly ThreadRange[]): SelfWeights {
    const isSame = this.#model === model && this.#names === model.namesVersion;
    if (!isSame || this.#weights === undefined || !grows(this.#ranges, ranges)) {
      this.#begin(model, ranges);
    } else if (this.#version === model.version && this.#ranges.at(-1)?.endUs === ranges.at(-1)?.endUs) {
      return this.#weights;
    }
    this.#ranges = ranges;
    this.#version = model.version;
    return this.#grow(model, ranges);
  }

  #begin(model: SessionModel, ranges: readonly ThreadRange[]): void {
    this.#model = model;
    this.#names = model.namesVersion;
    this.#weights = undefined;
    this.#settledUs = ranges.at(-1)?.beginUs ?? 0;
  }

  #grow(model: SessionModel, ranges: readonly ThreadRange[]): StackWeights {
    let weights = this.#weights;
    if (weights === undefined) {
      weights = new StackWeights(model);
      for (const { thread, beginUs, endUs } of ranges.slice(0, -1)) weights.add(thread, beginUs, endUs);
      this.#weights = weights;
    }
    weights.settle();
    const last = ranges.at(-1);
    if (last === undefined) return weights;
    const { thread } = last;
    const { samples } = thread;
    // The last border may still move, though the row before it has ended.
    const closedUs = Math.min(last.endUs, samples.length < 2 ? 0 : samples.endUsAt(samples.length - 2));
    if (closedUs > this.#settledUs) {
      weights.add(thread, this.#settledUs, closedUs);
      this.#settledUs = closedUs;
    }
    weights.unsettle();
    weights.add(thread, this.#settledUs, last.endUs);
    return weights;
  }
}

/** Only the last of the same ranges grew. */
function grows(before: readonly ThreadRange[], now: readonly ThreadRange[]): boolean {
  if (before.length !== now.length) return false;
  return now.every(({ thread, beginUs, endUs }, at) => {
    const known = before[at];
    return (
      known?.thread === thread && known.beginUs === beginUs && (known.endUs === endUs || (at === now.length - 1 && known.endUs < endUs))
    );
  });
}
