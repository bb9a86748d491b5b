import { type Cause, type CauseSentence, duration } from './facts/cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './facts/cause-facts.ts';
import { appFrame, causeFrame } from './facts/time-use.ts';

/**
 * Main waited, and no more precise rule explains half of it. The sentence names its longest wait.
 * Origin: states of samples, native methods that wait, clocks at rest (`blocked-time.ts`).
 */
export const waitRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { blockedUs } = facts.lag;
    if (blockedUs <= 0) return undefined;
    return {
      rule: 'wait',
      state: 'blocked',
      short: [isNearlyAll(blockedUs, facts) ? 'shortBlocked' : 'shortMostlyBlocked'],
      sentences: [waitSentence(facts, blockedUs)],
      explainedUs: blockedUs,
      evidence: facts.wholeLag,
    };
  },
};

function waitSentence({ lengthUs, stacks, model, app }: CauseFacts, us: number): CauseSentence {
  const [most] = stacks.filter(({ node, blockedUs }) => node !== 0 && blockedUs > 0).sort((a, b) => b.blockedUs - a.blockedUs);
  const part = [duration(us), duration(lengthUs)] as const;
  if (most === undefined) return ['causeWaited', ...part];
  const innermost = causeFrame(model, most.node);
  const caller = appFrame(model, most.node, app);
  return caller === undefined || caller.node === innermost.node
    ? ['causeWaitedIn', ...part, innermost]
    : ['causeWaitedInBy', ...part, innermost, caller];
}
