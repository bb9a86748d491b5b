import type { StackTime } from '../../chrome/slices.ts';
import type { SampleState } from '../../import/import-facts.ts';
import type { StateTime } from './state-changes.ts';

export interface StatedStack extends StackTime {
  /** Undefined: unknown. */
  readonly state: SampleState | undefined;
}

/**
 * Stacks of one thread with the scheduler's states. Both are in order, without overlaps; a time may have one of them only.
 * @param stackless the stack of a time without one, by its state
 */
export function* statedStacks(
  stacks: Iterable<StackTime>,
  states: Iterable<StateTime>,
  stackless: (state: SampleState) => number,
): Generator<StatedStack> {
  const [nextStack, nextState] = [stacks[Symbol.iterator](), states[Symbol.iterator]()];
  let stack = nextStack.next();
  let state = nextState.next();
  let atUs = Number.NEGATIVE_INFINITY;
  while (stack.done !== true || state.done !== true) {
    const called: StackTime | undefined = stack.done === true ? undefined : stack.value;
    const stated: StateTime | undefined = state.done === true ? undefined : state.value;
    const beginUs = Math.max(atUs, Math.min(called?.beginUs ?? Number.POSITIVE_INFINITY, stated?.beginUs ?? Number.POSITIVE_INFINITY));
    const [isCalled, isStated] = [has(called, beginUs), has(stated, beginUs)];
    const endUs = Math.max(beginUs, Math.min(changeOf(called, isCalled), changeOf(stated, isStated)));
    if (endUs > beginUs && (isCalled || isStated)) {
      const known = isStated ? stated?.state : undefined;
      const own = isCalled ? called?.stack : undefined;
      yield { beginUs, endUs, stack: own ?? (known === undefined ? 0 : stackless(known)), state: known };
    }
    atUs = endUs;
    if (called !== undefined && called.endUs <= endUs) stack = nextStack.next();
    if (stated !== undefined && stated.endUs <= endUs) state = nextState.next();
  }
}

interface Span {
  readonly beginUs: number;
  readonly endUs: number;
}

function has(span: Span | undefined, atUs: number): boolean {
  return span !== undefined && span.beginUs <= atUs;
}

function changeOf(span: Span | undefined, isOpen: boolean): number {
  if (span === undefined) return Number.POSITIVE_INFINITY;
  return isOpen ? span.endUs : span.beginUs;
}
