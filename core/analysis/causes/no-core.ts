import { uint32At } from '../../columns/at.ts';
import { type Cause, type CauseSentence, duration, share } from './facts/cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './facts/cause-facts.ts';
import { appFrameNode, causeFrame } from './facts/time-use.ts';
import { whoRan } from './who-ran.ts';

/**
 * Main could have worked, but had no core.
 * Origin: run delay of Linux' schedstat; on iOS the state "running" off CPU (`Lag.readyUs`).
 */
export const noCoreRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { readyUs: us } = facts.lag;
    if (us <= 0) return undefined;
    return {
      rule: 'noCore',
      state: 'ready',
      short: [isNearlyAll(us, facts) ? 'shortNoCore' : 'shortMostlyNoCore'],
      sentences: [['causeNoCore', duration(us), share(us / facts.lengthUs)], ...whoRan(facts), ...wouldHaveRun(facts)],
      explainedUs: us,
      evidence: facts.wholeLag,
    };
  },
};

/** The app's method that waited longest for a core. */
function wouldHaveRun({ model, stacks, app }: CauseFacts): readonly CauseSentence[] {
  const methods = new Map<number, { us: number; node: number; nodeUs: number }>();
  for (const { node: top, readyUs } of stacks) {
    if (top === 0 || readyUs <= 0) continue;
    const node = appFrameNode(model, top, app);
    const method = uint32At(model.nodes.method, node);
    const known = methods.get(method) ?? { us: 0, node, nodeUs: 0 };
    methods.set(method, known);
    known.us += readyUs;
    if (readyUs > known.nodeUs) Object.assign(known, { node, nodeUs: readyUs });
  }
  const [most] = [...methods.values()].sort((a, b) => b.us - a.us);
  return most === undefined ? [] : [['causeWouldRun', causeFrame(model, most.node)]];
}
