import { firstAfter } from '../../columns/sorted.ts';
import { UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import { type Cause, type CauseSentence, duration, setting } from './cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './cause-facts.ts';

/**
 * Nothing is known. The sentence names the switch that would say more.
 * Origin: what is left of the lag, the agent's capabilities and settings.
 */
export const unknownRule = {
  find(facts: CauseFacts): Cause {
    const { unknownUs: us } = facts.lag;
    return {
      rule: 'unknown',
      state: 'unknown',
      short: [isNearlyAll(us, facts) ? 'shortUnknown' : 'shortMostlyUnknown'],
      sentences: [['causeUnknown', duration(us), duration(facts.lengthUs)], reason(facts)],
      explainedUs: us,
      evidence: facts.wholeLag,
    };
  },
} satisfies CauseRule;

function reason({ thread, run, lag }: CauseFacts): CauseSentence {
  if (thread === undefined) return ['causeUnknownUnsampled'];
  const { samples } = thread;
  const first = firstAfter(samples.endUs, lag.beginUs, samples.length);
  if (first === samples.length || (samples.beginUs[first] ?? 0) >= lag.endUs) return ['causeUnknownUnsampled'];
  const isOff = (ability: string): boolean => run?.capabilities.some(({ name, enabled }) => name === ability && enabled === 0) === true;
  if (run?.isApple === true && isOff('blockingCalls')) return ['causeSwitchOnCalls', setting('laglens.blockingCalls')];
  if (samples.cpuUs[first] === UNKNOWN_CPU) return ['causeUnknownClock'];
  if (run?.settings?.threads === 0) return ['causeSampleAll', setting('laglens.threads')];
  return ['causeUnknownPerhaps'];
}
