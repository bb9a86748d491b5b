import { factNamed } from '../facts/facts.ts';
import { isAbout } from '../report/fact.ts';
import type { Answer, FactResult, FieldReport } from '../report/field-report.ts';

export interface JudgedAgain {
  /** With today's answer and reason. */
  readonly result: FactResult;
  /** The answer in the report. */
  readonly before: Answer;
  /** Today's Laglens has this fact. */
  readonly isKnown: boolean;
}

/**
 * A report's observations, judged by today's rules. What was not tried has no observation, and stays so; a fact of another version of Laglens
 * keeps its answer.
 */
export function judgeAgain({ device, facts }: Pick<FieldReport, 'device' | 'facts'>): readonly JudgedAgain[] {
  const context = { api: device.api ?? 0 };
  return facts.map((result) => {
    const fact = factNamed(result.id);
    const before = result.answer;
    if (fact === undefined || before === 'untried') return { result, before, isKnown: fact !== undefined };
    if (!isAbout(fact, context)) return { result: { ...result, answer: 'untried', reason: 'version' }, before, isKnown: true };
    const holds = fact.holds(result.seen, context);
    return { result: { ...result, answer: holds ? 'true' : 'false', reason: holds ? 'held' : 'differs' }, before, isKnown: true };
  });
}

/** Those whose answer is another one today. */
export function changedAnswers(judged: readonly JudgedAgain[]): readonly JudgedAgain[] {
  return judged.filter(({ result, before }) => result.answer !== before);
}

/** The report with today's answers. */
export function reportOfToday(report: FieldReport, judged: readonly JudgedAgain[]): FieldReport {
  return { ...report, facts: judged.map(({ result }) => result) };
}
