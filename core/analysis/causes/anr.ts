import type { SystemRecord } from '../../session/model/system-records.ts';
import { isAnr } from '../processes/process-end.ts';
import { systemWords } from '../processes/system-words.ts';
import type { Cause } from './cause.ts';
import { named } from './cause.ts';
import type { CauseFacts } from './cause-facts.ts';

/**
 * The system records an ANR when its time is up, while main is still busy: for input from 5 s on. A lag that ends at this moment is over
 * when the record is written.
 */
const RECORDED_LATE_US = 1_000_000;
const SHORTEST_US = 4_900_000;

/**
 * A lag with an ANR keeps its own cause; the record follows.
 * Origin: `am_anr` of the events log, and exits with the reason ANR.
 */
export function withAnr(cause: Cause, { lag, run }: CauseFacts): Cause {
  const anr = lag.band === 'load' ? undefined : run?.systemRecords.find((record) => isAnr(record) && isOf(record, lag));
  if (anr === undefined) return cause;
  const text = systemWords(anr);
  const sentence = text === '' ? (['causeAnr'] as const) : (['causeAnrFor', named(text)] as const);
  return { ...cause, anr, sentences: [...cause.sentences, sentence] };
}

function isOf({ atUs }: SystemRecord, { beginUs, endUs }: { readonly beginUs: number; readonly endUs: number }): boolean {
  if (atUs < beginUs) return false;
  return atUs <= endUs || (endUs - beginUs >= SHORTEST_US && atUs - endUs <= RECORDED_LATE_US);
}
