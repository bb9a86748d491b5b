import { Budget } from '../../../../core/session/limits/budget.ts';
import { importLimits } from '../import/import-limits.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import type { StackTime } from './slices.ts';

/** Stacks of a session in keys. */
const KEY_STACKS = 2 ** 23;
/** Frames that are laid below other stacks: a file may call one deep stack by a million slices. */
const MOST_FRAMES = 1 << 26;

/** Sampled functions below the slices around them, for all threads of a trace. */
export class JoinedStacks {
  readonly #builder: SessionBuilder;
  /** Stacks by caller and callee. */
  readonly #known = new Map<number, number>();
  readonly #frames: Budget;

  constructor(builder: SessionBuilder, mostFrames = MOST_FRAMES) {
    this.#builder = builder;
    this.#frames = new Budget(mostFrames, { nowUs: 0 });
  }

  /** Slices and samples of one thread. Both are in order, without overlaps. */
  *join(slices: Iterable<StackTime>, samples: Iterable<StackTime>): Generator<StackTime> {
    const outer = slices[Symbol.iterator]();
    const inner = samples[Symbol.iterator]();
    let slice = outer.next();
    let sample = inner.next();
    let atUs = Number.NEGATIVE_INFINITY;
    while (slice.done !== true || sample.done !== true) {
      const outerTime: StackTime | undefined = slice.done === true ? undefined : slice.value;
      const innerTime: StackTime | undefined = sample.done === true ? undefined : sample.value;
      const beginUs = Math.max(
        atUs,
        Math.min(outerTime?.beginUs ?? Number.POSITIVE_INFINITY, innerTime?.beginUs ?? Number.POSITIVE_INFINITY),
      );
      const isOuter = outerTime !== undefined && outerTime.beginUs <= beginUs;
      const isInner = innerTime !== undefined && innerTime.beginUs <= beginUs;
      const ends = [outerTime === undefined ? undefined : isOuter ? outerTime.endUs : outerTime.beginUs];
      ends.push(innerTime === undefined ? undefined : isInner ? innerTime.endUs : innerTime.beginUs);
      const endUs = Math.max(beginUs, Math.min(...ends.map((end) => end ?? Number.POSITIVE_INFINITY)));
      const stack = this.#called(isOuter ? outerTime.stack : 0, isInner ? innerTime.stack : 0);
      if (endUs > beginUs && (isOuter || isInner)) yield { beginUs, endUs, stack };
      atUs = endUs;
      if (outerTime !== undefined && outerTime.endUs <= endUs) slice = outer.next();
      if (innerTime !== undefined && innerTime.endUs <= endUs) sample = inner.next();
    }
  }

  #called(caller: number, callee: number): number {
    if (callee === 0 || caller === 0) return caller || callee;
    const key = caller * KEY_STACKS + callee;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { stacks, report } = this.#builder;
    const depth = stacks.depth(callee);
    if (!this.#frames.takes(depth)) {
      report.skipped('frames of samples beyond the bound of those below slices', depth);
      return caller;
    }
    const stack = stacks.path(callee).reduceRight((parent, frame) => this.#builder.stack(parent, frame), caller);
    if (this.#known.size < importLimits.stacks) this.#known.set(key, stack);
    return stack;
  }
}
