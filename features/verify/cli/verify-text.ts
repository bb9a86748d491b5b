import { aligned } from '../../../cli/report/aligned.ts';
import { deviceText } from '../core/replay/replay-text.ts';
import { countAnswers, type FactResult, type FieldReport } from '../core/report/field-report.ts';
import { factTexts, seenText } from '../core/words/fact-text.ts';

/** A line for people while facts are tried. */
export function progressLine({ id, answer, reason, ms }: FactResult): string {
  const why = answer === 'true' ? `${ms} ms` : factTexts({ id, reason }).reason;
  return `${answer.padEnd(7)} ${id}: ${why}`;
}

/** The report for a terminal: what is false first, then what is untried, by reason. */
export function reportText(report: FieldReport): string {
  const { facts, device, capture } = report;
  const counts = countAnswers(report);
  const of = (answer: FactResult['answer']): readonly FactResult[] => facts.filter((each) => each.answer === answer);
  return [
    `${deviceText(device)}: ${counts.true} facts are true, ${counts.false} false, ${counts.untried} untried.`,
    ...of('false').map((result) => `\nFalse: ${factTexts(result).claim} (${result.id})\n  seen: ${seenText(result.seen)}`),
    ...untriedLines(of('untried')),
    ...(capture === undefined ? [] : captureLines(capture)),
  ].join('\n');
}

function untriedLines(untried: readonly FactResult[]): readonly string[] {
  if (untried.length === 0) return [];
  const reasons = [...new Set(untried.map((result) => factTexts(result).reason))];
  const idsOf = (reason: string): string =>
    untried
      .filter((result) => factTexts(result).reason === reason)
      .map(({ id }) => id)
      .join(', ');
  return ['\nUntried:', ...reasons.map((reason) => `  ${reason}: ${idsOf(reason)}`)];
}

function captureLines({ lags, cost, attachMs = 0 }: NonNullable<FieldReport['capture']>): readonly string[] {
  const cpu = cost.cpuPercent === undefined ? '' : `, ${cost.cpuPercent} % of a core`;
  const head = `\nThe agent answered after ${attachMs} ms${cpu}; it lost ${cost.dropped} samples.`;
  if (lags.length === 0) return [head];
  const rows = lags.map(({ name, truthMs, foundMs, cause = '' }) => [
    name,
    `${truthMs} ms`,
    foundMs === undefined ? 'not found' : `${foundMs} ms`,
    cause,
  ]);
  return [head, '', ...aligned([['lag', 'measured', 'found', 'cause'], ...rows], new Set(['measured', 'found']))];
}
