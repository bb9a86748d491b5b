import type { SessionBuilder } from '../import/session-builder.ts';
import type { StackTime } from './slices.ts';

/** Stacks of a session in keys. */
const KEY_STACKS = 2 ** 23;

/** Slices and samples of one thread: sampled functions are called by the slices around them. Both are in order, without overlaps. */
export function* joinedStacks(slices: Iterable<StackTime>, samples: Iterable<StackTime>, builder: SessionBuilder): Generator<StackTime> {
  const below = new Map<number, number>();
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
    const stack = called(isOuter ? outerTime.stack : 0, isInner ? innerTime.stack : 0);
    if (endUs > beginUs && (isOuter || isInner)) yield { beginUs, endUs, stack };
    atUs = endUs;
    if (outerTime !== undefined && outerTime.endUs <= endUs) slice = outer.next();
    if (innerTime !== undefined && innerTime.endUs <= endUs) sample = inner.next();
  }

  function called(caller: number, callee: number): number {
    if (callee === 0 || caller === 0) return caller || callee;
    const key = caller * KEY_STACKS + callee;
    const known = below.get(key);
    if (known !== undefined) return known;
    const stack = builder.stacks.path(callee).reduceRight((parent, frame) => builder.stack(parent, frame), caller);
    below.set(key, stack);
    return stack;
  }
}
