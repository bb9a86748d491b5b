import { threadState } from '../../session/columns/sample-columns.ts';
import { type Cause, duration } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';
import { waitInState } from './state-wait.ts';

/**
 * Main slept.
 * Origin: the runtime's state of the thread (`Thread.sleep`).
 */
export const sleepRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const wait = waitInState(facts, [threadState.sleeping]);
    if (wait === undefined) return undefined;
    return {
      rule: 'sleep',
      state: 'blocked',
      short: ['shortSleep'],
      sentences: [wait.frame === undefined ? ['causeSleep', duration(wait.us)] : ['causeSleepIn', duration(wait.us), wait.frame]],
      explainedUs: wait.us,
      evidence: facts.wholeLag,
    };
  },
};
