import { type Cause, type CauseSentence, count, duration, share } from './facts/cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './facts/cause-facts.ts';
import { type MethodWork, timeByMethod } from './facts/time-use.ts';

/** Methods that cover this share of the work are counted. */
const MOST_WORK = 0.8;

/**
 * Main worked. Its CPU time is attributed to the innermost method of the app, as for the culprit (`culprit.ts`).
 * Origin: CPU clocks of threads (`pthread_getcpuclockid`, `thread_info`), stacks of samples.
 */
export const busyRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { busyUs } = facts.lag;
    if (busyUs <= 0) return undefined;
    return {
      rule: 'busy',
      state: 'busy',
      short: [isNearlyAll(busyUs, facts) ? 'shortBusy' : 'shortMostlyBusy'],
      sentences: [busySentence(facts)],
      explainedUs: busyUs,
      evidence: facts.wholeLag,
    };
  },
};

export function busySentence(facts: CauseFacts): CauseSentence {
  const { lengthUs } = facts;
  const part = [share(facts.lag.busyUs / lengthUs), duration(lengthUs)] as const;
  if (facts.lag.kind === 'nativeWork') return ['causeBusyNative', ...part];
  const methods = timeByMethod(facts.model, facts.stacks, facts.app, ({ busyUs }) => busyUs);
  const [most] = methods;
  if (most === undefined) return ['causeBusyUnseen', ...part];
  const sumUs = methods.reduce((sum, { us }) => sum + us, 0);
  // Sampled stacks and the clock differ slightly.
  const ofLag = duration((most.us / sumUs) * facts.lag.busyUs);
  const needed = neededFor(methods, MOST_WORK * sumUs);
  return needed === 1 ? ['causeBusyOne', ...part, most.frame] : ['causeBusySome', ...part, count(needed), ofLag, most.frame];
}

function neededFor(methods: readonly MethodWork[], us: number): number {
  let sumUs = 0;
  let needed = 0;
  for (const method of methods) {
    if (sumUs >= us) break;
    sumUs += method.us;
    needed++;
  }
  return needed;
}
