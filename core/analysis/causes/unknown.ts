import { UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import { hasReadyTimes } from '../threads/ready-time.ts';
import { type Cause, type CauseSentence, duration, setting } from './facts/cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './facts/cause-facts.ts';
import type { CauseTextKey } from './facts/cause-texts.ts';
import { type StackTime, timeByMethod } from './facts/time-use.ts';

/**
 * Nothing is known. The sentence names the switch that would say more.
 * Origin: what is left of the lag, the agent's capabilities and settings.
 */
export const unknownRule = {
  find(facts: CauseFacts): Cause {
    const { unknownUs: us } = facts.lag;
    const imported = importedPlace(facts);
    return {
      rule: 'unknown',
      state: 'unknown',
      short: [imported !== undefined ? 'shortBusyOrWaits' : isNearlyAll(us, facts) ? 'shortUnknown' : 'shortMostlyUnknown'],
      sentences: [imported ?? ['causeUnknown', duration(us), duration(facts.lengthUs)], reason(facts)],
      explainedUs: us,
      evidence: facts.wholeLag,
    };
  },
} satisfies CauseRule;

/** Main's place, for profiles that only lack the difference of work and waiting. */
function importedPlace({ model, run, lag, lengthUs, stacks, app }: CauseFacts): CauseSentence | undefined {
  if (run?.isImported !== true) return undefined;
  const methods = timeByMethod(model, stacks, app, unknownUs);
  const [most] = methods;
  if (most === undefined) return undefined;
  // Collections during the lag are in the stacks, too.
  const ofLag = (most.us / methods.reduce((sum, { us }) => sum + us, 0)) * lag.unknownUs;
  return ['causeUnknownIn', most.frame, duration(ofLag), duration(lengthUs)];
}

function unknownUs({ us, busyUs, blockedUs, readyUs }: StackTime): number {
  return us - busyUs - blockedUs - readyUs;
}

function reason({ model, thread, run, lag }: CauseFacts): CauseSentence {
  if (thread === undefined) return ['causeUnknownUnsampled'];
  const { samples } = thread;
  const first = samples.firstEndingAfter(lag.beginUs);
  if (first === samples.length || samples.beginUsAt(first) >= lag.endUs) return ['causeUnknownUnsampled'];
  const isOff = (ability: string): boolean => run?.capabilities.some(({ name, enabled }) => name === ability && enabled === 0) === true;
  if (run?.isApple === true && isOff('blockingCalls')) return ['causeSwitchOnCalls', setting('laglens.blockingCalls')];
  if (samples.cpuUsAt(first) === UNKNOWN_CPU) return [run?.isImported === true ? 'causeUnknownImport' : 'causeUnknownClock'];
  if (run?.settings?.threads === 0) return ['causeSampleAll', setting('laglens.threads')];
  return [perhaps(hasReadyTimes(model, thread), lag.counts?.majorFaults === 0)];
}

/** No guess contradicts what was counted: time without a core, pages read from storage. */
function perhaps(isReadyCounted: boolean, isWithoutFaults: boolean): CauseTextKey {
  if (isReadyCounted) return isWithoutFaults ? 'causeUnknownWait' : 'causeUnknownPages';
  return isWithoutFaults ? 'causeUnknownCore' : 'causeUnknownPerhaps';
}
