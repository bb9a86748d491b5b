import type { Answers } from '../../../host/thread-peer.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { type ReadBaseline, readBaseline, type WantedBaseline } from './read-baseline.ts';
import { readFacts } from './read-facts.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** Questions to a thread about files that no page shows. */
export interface FactsAnswers {
  read(path: string, settings: JudgeSettings): RecordedFacts;
  baseline(wanted: WantedBaseline): ReadBaseline;
}

export function answers(): Answers<FactsAnswers> {
  return { read: readFacts, baseline: readBaseline };
}
