import { busyThreads } from '../lags/busy-threads.ts';
import { type Cause, type CauseSentence, duration, share } from './cause.ts';
import type { CauseFacts, CauseRule } from './cause-facts.ts';

/**
 * The app used most of all cores, or a core for a minute (iOS).
 * Origin: the process's CPU counters; clocks of its threads.
 */
export const loadRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { kind } = facts.lag;
    if (kind !== 'cpu' && kind !== 'power') return undefined;
    return {
      rule: kind,
      state: 'busy',
      short: [kind === 'cpu' ? 'shortCpu' : 'shortPower'],
      sentences: [[kind === 'cpu' ? 'causeCpu' : 'causePower', duration(facts.lengthUs)], ...busiest(facts)],
      explainedUs: facts.lengthUs,
      evidence: facts.wholeLag,
    };
  },
};

function busiest(facts: CauseFacts): readonly CauseSentence[] {
  const { model, run, lag } = facts;
  if (run === undefined) return [];
  const [first, second] = busyThreads(model, run, lag.beginUs, lag.endUs).flatMap(({ thread, share: part }) => {
    const value = facts.threadValue(thread.index);
    return value === undefined ? [] : [{ thread: value, part: share(part) }];
  });
  if (first === undefined) return [];
  if (second === undefined) return [['causeBusiest', first.thread, first.part]];
  return [['causeBusiestTwo', first.thread, first.part, second.thread, second.part]];
}
