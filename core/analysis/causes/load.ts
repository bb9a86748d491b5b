import { MIB } from '../lags/app-limits.ts';
import { busyThreads } from '../lags/busy-threads.ts';
import { type Cause, type CauseSentence, count, duration, share } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';

/**
 * The app used most of all cores, a core for a minute, or more memory than a limit.
 * Origin: the process's counters; clocks of its threads.
 */
export const loadRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { kind } = facts.lag;
    const said = sentencesOf(facts);
    if (said === undefined) return undefined;
    return { rule: kind, state: 'busy', ...said, explainedUs: facts.lengthUs, evidence: facts.wholeLag };
  },
};

function sentencesOf(facts: CauseFacts): Pick<Cause, 'short' | 'sentences'> | undefined {
  const { lag, lengthUs } = facts;
  const lasted = duration(lengthUs);
  const memory = count(Math.round(((lag.phone ?? lag.process)?.footprintBytes ?? 0) / MIB));
  switch (lag.kind) {
    case 'cpu':
      return { short: ['shortCpu'], sentences: [['causeCpu', lasted], ...busiest(facts)] };
    case 'power':
      return { short: ['shortPower'], sentences: [['causePower', lasted], ...busiest(facts)] };
    case 'memory':
      return { short: ['shortMemory'], sentences: [['causeMemory', memory, lasted]] };
    case 'growth':
      return { short: ['shortGrowth'], sentences: [['causeGrowth', memory, lasted]] };
    default:
      return undefined;
  }
}

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
