import { sessionFacts } from '../../../core/analysis/report/session-facts.ts';
import type { SessionReport } from '../../../core/session/file/reader.ts';
import type { Answers } from '../../../host/thread-peer.ts';
import { threadSession } from '../../thread/thread-session.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { baselineFrom, type ReadBaseline, readBaseline, type WantedBaseline } from './read-baseline.ts';
import { damageOf, readFacts } from './read-facts.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** Questions to a thread about files that are not open. */
export interface FactsAnswers {
  read(path: string, settings: JudgeSettings): RecordedFacts;
  baseline(wanted: WantedBaseline): ReadBaseline;
}

/** The same of the session that a thread holds. */
export interface HeldFactsAnswers {
  /** @param report of the file's reading */
  held(question: number, settings: JudgeSettings, report: Readonly<SessionReport>): RecordedFacts;
  /** Undefined if the thread lacks rows of the session. */
  heldBaseline(question: number, wanted: WantedBaseline): ReadBaseline | undefined;
}

export function answers(): Answers<FactsAnswers & HeldFactsAnswers> {
  return {
    read: readFacts,
    baseline: readBaseline,
    held: (question, settings, report) =>
      threadSession.about(question, function* (held) {
        const { lags } = yield* held.judged(settings);
        const damage = damageOf(report, held.misread);
        return { kind: 'read', facts: sessionFacts(held.model, lags, held.frames), ...(damage === undefined ? {} : { damage }) };
      }),
    heldBaseline: (question, wanted) =>
      threadSession.about(question, function* (held) {
        if (held.lacksRows) return undefined;
        const { lags } = yield* held.judged(wanted, held.app(wanted.appClasses));
        return baselineFrom(held.model, lags, wanted);
      }),
  };
}
