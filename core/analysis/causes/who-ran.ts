import { busyThreads, threadsTime } from '../lags/busy-threads.ts';
import { type CauseSentence, count, duration, setting, share } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';

/** A thread that took less of a core did not keep main from one ... */
const LEAST_SHARE = 0.2;
/** ... unless main had hardly more: threads that compete for cores get about the same. */
const RIVAL_SHARE = 0.5;

/**
 * The threads that had a core while main had none. Many small threads are summed before the app is cleared, and the process's counter is
 * asked for threads that were never sampled.
 */
export function whoRan(facts: CauseFacts): readonly CauseSentence[] {
  const { model, run, lag, lengthUs } = facts;
  if (run === undefined) return [];
  if (run.settings?.threads === 0) return [['causeSampleAll', setting('laglens.threads')]];
  const least = Math.min(LEAST_SHARE, (RIVAL_SHARE * lag.busyUs) / lengthUs);
  const others = busyThreads(model, run, lag.beginUs, lag.endUs)
    .filter(({ thread, share: part }) => thread.index !== lag.thread && part >= least)
    .flatMap(({ thread }) => facts.threadValue(thread.index) ?? []);
  const [first, second] = others;
  if (first !== undefined && second === undefined) return [['causeRanOne', first]];
  if (first !== undefined && second !== undefined)
    return others.length === 2 ? [['causeRanTwo', first, second]] : [['causeRanMore', first, second, count(others.length - 2)]];
  return [noNamedThread(facts, least)];
}

/** No thread of its own took enough of a core: the app's other threads together may have, also those that no sample saw. */
function noNamedThread({ model, run, lag, lengthUs }: CauseFacts, least: number): CauseSentence {
  const sampled = threadsTime(model, run, lag);
  if (sampled.threads > 1 && sampled.us >= least * lengthUs) return ['causeRanTogether', count(sampled.threads), duration(sampled.us)];
  const cores = (lag.phone ?? lag.process)?.cpuCores;
  if (cores === undefined) return ['causeRanSampled'];
  return cores - lag.busyUs / lengthUs >= least ? ['causeRanApp', share(cores)] : ['causeRanOthers'];
}
