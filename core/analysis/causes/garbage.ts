import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { allocatorSentence } from './allocators.ts';
import { type Cause, count, duration } from './facts/cause.ts';
import { type CauseFacts, type CauseRule, isNearlyAll } from './facts/cause-facts.ts';

/**
 * Garbage collections stopped main.
 * Origin: JVMTI `GarbageCollectionStart` and `GarbageCollectionFinish`, counters of allocated bytes by thread.
 */
export const garbageRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { gcUs } = facts.lag;
    if (gcUs <= 0) return undefined;
    const collections = collectionsIn(facts);
    return {
      rule: 'garbage',
      state: 'gc',
      short: [isNearlyAll(gcUs, facts) ? 'shortGarbage' : 'shortMostlyGarbage'],
      sentences: [
        collections === 1 ? ['causeGarbageOne', duration(gcUs)] : ['causeGarbage', count(collections), duration(gcUs)],
        ...allocatorSentence(facts),
      ],
      explainedUs: gcUs,
      evidence: facts.wholeLag,
    };
  },
};

function collectionsIn({ run, lag }: CauseFacts): number {
  const gcs = run?.gcs;
  let collections = 0;
  if (gcs === undefined) return collections;
  for (let row = firstAfter(gcs.endUs, lag.beginUs, gcs.length); row < gcs.length; row++) {
    if (float64At(gcs.beginUs, row) >= lag.endUs) break;
    collections++;
  }
  return collections;
}
