import { type Cause, type CauseFrame, type CauseSentence, count, duration, share } from './cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './cause-facts.ts';
import { appFrame } from './time-use.ts';

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
  const methods = workByMethod(facts);
  const [most] = methods;
  if (most === undefined) return ['causeBusyUnseen', ...part];
  const sumUs = methods.reduce((sum, { us }) => sum + us, 0);
  // Sampled stacks and the clock differ slightly.
  const ofLag = duration((most.us / sumUs) * facts.lag.busyUs);
  const needed = neededFor(methods, MOST_WORK * sumUs);
  return needed === 1 ? ['causeBusyOne', ...part, most.frame] : ['causeBusySome', ...part, count(needed), ofLag, most.frame];
}

interface MethodWork {
  us: number;
  /** Its line with the most work. */
  frame: CauseFrame;
  frameUs: number;
}

/** The most work first. */
function workByMethod({ model, stacks, app }: CauseFacts): readonly MethodWork[] {
  const lines = new Map<number, { readonly frame: CauseFrame; us: number }>();
  for (const { node, busyUs } of stacks) {
    const frame = busyUs > 0 ? appFrame(model, node, app) : undefined;
    if (frame === undefined) continue;
    const line = lines.get(frame.node) ?? { frame, us: 0 };
    line.us += busyUs;
    lines.set(frame.node, line);
  }
  const methods = new Map<number, MethodWork>();
  for (const { frame, us } of lines.values()) {
    const method = model.nodes.method[frame.node] ?? 0;
    const known = methods.get(method) ?? { us: 0, frame, frameUs: 0 };
    known.us += us;
    if (us > known.frameUs) Object.assign(known, { frame, frameUs: us });
    methods.set(method, known);
  }
  return [...methods.values()].sort((a, b) => b.us - a.us);
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
