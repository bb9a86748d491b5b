import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { dottedClass } from '../frames/class-names.ts';
import type { Cause } from './facts/cause.ts';
import { duration, ofClass, words } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import { stackTimesByState } from './facts/time-use.ts';

/** Main's time in no known state has to be this share of the lag, and be covered by the other thread's initialiser to the next one. */
const UNKNOWN_SHARE = 0.3;
const COVERED_SHARE = 0.8;
/** As for busy threads: no sane app has more at work. */
const MOST_THREADS = 500;

/**
 * Main waited while another thread ran a static initialiser. Virtual machines report this wait as no state of its own (JVMS 5.5, step 2), so
 * it is probable, not certain.
 * Origin: samples of all threads with a frame `<clinit>`.
 */
export const classInitRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { run, lag, lengthUs } = facts;
    if (run === undefined || lag.unknownUs < UNKNOWN_SHARE * lengthUs) return undefined;
    let most: Initialiser | undefined;
    for (const thread of run.threads.slice(0, MOST_THREADS)) {
      if (thread.isAgent || thread.index === lag.thread || thread.samples.length === 0) continue;
      const found = initialiserOf(facts, thread);
      if (found !== undefined && found.us > (most?.us ?? 0)) most = found;
    }
    const owner = most === undefined ? undefined : facts.threadValue(most.thread);
    if (most === undefined || owner === undefined || most.us < COVERED_SHARE * lag.unknownUs) return undefined;
    const initialised = ofClass(most.class);
    return {
      rule: 'classInit',
      state: 'unknown',
      short: ['shortWaitsHeld', words('waitClassInit'), owner],
      sentences: [['causeClassInit', duration(lag.unknownUs), owner, initialised]],
      explainedUs: lag.unknownUs,
      evidence: { thread: owner.thread, beginUs: lag.beginUs, endUs: lag.endUs },
    };
  },
};

interface Initialiser {
  readonly thread: number;
  us: number;
  /** Dotted, of the stack with the most time. */
  class: string;
}

function initialiserOf({ model, lag }: CauseFacts, thread: Thread): Initialiser | undefined {
  let found: Initialiser | undefined;
  let longestUs = 0;
  for (const { node, us } of stackTimesByState(model, thread, lag)) {
    const initialised = initialisedClass(model, node);
    if (initialised === '') continue;
    found ??= { thread: thread.index, us: 0, class: initialised };
    found.us += us;
    if (us > longestUs) [longestUs, found.class] = [us, initialised];
  }
  return found;
}

/** Of the innermost static initialiser of a stack; '' without one. */
function initialisedClass({ nodes, methods }: SessionModel, top: number): string {
  for (let node = top; node !== 0; node = uint32At(nodes.parent, node)) {
    const method = methods[uint32At(nodes.method, node)];
    if (method?.name === '<clinit>') return dottedClass(method.class);
  }
  return '';
}
