import type { SystemRecord } from '../../session/model/run.ts';
import { systemRecordKind } from '../../session/model/system-records.ts';
import { anrTraceWords } from '../exit-traces/anr-trace-text.ts';
import { anrTraces } from '../exit-traces/anr-traces.ts';
import { isAnr } from '../processes/process-end.ts';
import { systemWords } from '../processes/system-words.ts';
import type { Cause } from './facts/cause.ts';
import { named } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';

/**
 * The system records an ANR when its time is up, while main is still busy: for input from 5 s on. A lag that ends at this moment is over
 * when the record is written.
 */
const RECORDED_LATE_US = 1_000_000;
const SHORTEST_US = 4_900_000;

/**
 * A lag with an ANR keeps its own cause; the record follows, and main at the ANR by Android’s trace. The trace is of a process’ last ANR.
 * Origin: `am_anr` of the events log, and exits with the reason ANR.
 */
export function withAnr(cause: Cause, { lag, run, model }: CauseFacts): Cause {
  const anr = lag.band === 'load' ? undefined : run?.systemRecords.find((record) => isAnr(record) && isOf(record, lag));
  if (anr === undefined) return cause;
  const text = systemWords(anr);
  const sentence = text === '' ? (['causeAnr'] as const) : (['causeAnrFor', named(text)] as const);
  const isLast = anr === run?.systemRecords.findLast(isAnrOfLog) || anr.kind === systemRecordKind.end;
  const trace = isLast ? anrTraces(model).findLast((each) => each.run === run) : undefined;
  if (trace === undefined) return { ...cause, anr, sentences: [...cause.sentences, sentence] };
  const [key, ...values] = anrTraceWords(trace);
  return { ...cause, anr, sentences: [...cause.sentences, sentence, [key, ...values.map(named)]] };
}

function isAnrOfLog({ kind }: SystemRecord): boolean {
  return kind === systemRecordKind.anr;
}

function isOf({ atUs }: SystemRecord, { beginUs, endUs }: { readonly beginUs: number; readonly endUs: number }): boolean {
  if (atUs < beginUs) return false;
  return atUs <= endUs || (endUs - beginUs >= SHORTEST_US && atUs - endUs <= RECORDED_LATE_US);
}
