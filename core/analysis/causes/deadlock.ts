import { chainInRange } from '../locks/chain-in-range.ts';
import { type Cause, count } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import { linkSentences } from './owner-sentences.ts';

/**
 * Main waited for a ring of threads that wait for each other; it may be one of them.
 * Origin: owners of monitors and exclusive locks, asked for during each owner's own wait (`core/analysis/locks`).
 */
export const deadlockRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { model, thread, lag } = facts;
    const chain = thread && chainInRange(model, thread, lag);
    const [first] = chain?.links ?? [];
    if (chain === undefined || first === undefined || chain.ringFrom < 0) return undefined;
    const owner = facts.threadValue(first.owner);
    const range = { beginUs: Math.max(lag.beginUs, first.beginUs), endUs: Math.min(lag.endUs, first.endUs) };
    return {
      rule: 'deadlock',
      state: 'blocked',
      short: owner === undefined ? ['shortDeadlock'] : ['shortDeadlockHeld', owner],
      sentences: [['causeDeadlock', count(chain.links.length - chain.ringFrom)], ...linkSentences(facts, chain.links)],
      explainedUs: range.endUs - range.beginUs,
      evidence: { thread: first.owner, ...range },
    };
  },
};
