import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import { type SelfWeights, StackWeights } from './weights.ts';

/** A stretch of session time of a thread. */
export interface WeighedStretch {
  readonly thread: Thread;
  readonly fromUs: number;
  readonly toUs: number;
}

/**
 * Weights of what is selected, kept from picture to picture: a selection that only grows at its end, as a live one does, costs
 * what is new. The last samples of a thread may still last, and are weighed again each time.
 */
export class LiveWeights {
  #model: SessionModel | undefined;
  #names = -1;
  #stretches: readonly WeighedStretch[] = [];
  #weights: StackWeights | undefined;
  /** Up to here the last stretch is weighed for good. */
  #settledUs = 0;
  #version = -1;

  /** The weights of the stretches, which do not overlap and are in order of time; valid until others are asked for. */
  of(model: SessionModel, stretches: readonly WeighedStretch[]): SelfWeights {
    const isSame = this.#model === model && this.#names === model.namesVersion;
    if (!isSame || this.#weights === undefined || !grows(this.#stretches, stretches)) {
      this.#begin(model, stretches);
    } else if (this.#version === model.version && this.#stretches.at(-1)?.toUs === stretches.at(-1)?.toUs) {
      return this.#weights;
    }
    this.#stretches = stretches;
    this.#version = model.version;
    return this.#grow(model, stretches);
  }

  #begin(model: SessionModel, stretches: readonly WeighedStretch[]): void {
    this.#model = model;
    this.#names = model.namesVersion;
    this.#weights = undefined;
    this.#settledUs = stretches.at(-1)?.fromUs ?? 0;
  }

  #grow(model: SessionModel, stretches: readonly WeighedStretch[]): StackWeights {
    let weights = this.#weights;
    if (weights === undefined) {
      weights = new StackWeights(model);
      for (const { thread, fromUs, toUs } of stretches.slice(0, -1)) weights.add(thread, fromUs, toUs);
      this.#weights = weights;
    }
    weights.settle();
    const last = stretches.at(-1);
    if (last === undefined) return weights;
    const { thread } = last;
    const { samples } = thread;
    // The row before the last one ended when the last one began; how much of the time between is whose may still change.
    const closedUs = Math.min(last.toUs, samples.length < 2 ? 0 : (samples.endUs[samples.length - 2] ?? 0));
    if (closedUs > this.#settledUs) {
      weights.add(thread, this.#settledUs, closedUs);
      this.#settledUs = closedUs;
    }
    weights.unsettle();
    weights.add(thread, this.#settledUs, last.toUs);
    return weights;
  }
}

/** The same stretches, of which the last one may have become longer. */
function grows(before: readonly WeighedStretch[], now: readonly WeighedStretch[]): boolean {
  if (before.length !== now.length) return false;
  return now.every(({ thread, fromUs, toUs }, at) => {
    const known = before[at];
    return known?.thread === thread && known.fromUs === fromUs && (known.toUs === toUs || (at === now.length - 1 && known.toUs < toUs));
  });
}
