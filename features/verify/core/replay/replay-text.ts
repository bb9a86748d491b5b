import { countAnswers, type FieldDevice, type FieldReport } from '../report/field-report.ts';
import { factTexts, seenText } from '../words/fact-text.ts';
import { changedAnswers, type JudgedAgain } from './judge-again.ts';

const WIDTH = 'untried'.length;

/** For a terminal: the device, each answer of today with its observation, the differences from the report. */
export function replayText(report: FieldReport, judged: readonly JudgedAgain[]): string {
  const counts = countAnswers({ facts: judged.map(({ result }) => result) });
  const lines = [
    `${deviceText(report.device)}, by Laglens ${report.laglens} on ${report.day}`,
    ...judged.flatMap(factLines),
    `${counts.true} true, ${counts.false} false, ${counts.untried} untried by today's rules.`,
    ...differences(judged),
  ];
  return `${lines.join('\n')}\n`;
}

/** `Google Pixel 8, 15 (API 35)`. */
export function deviceText({ vendor = '', model = '', system = '', api }: FieldDevice): string {
  const product = model.toLowerCase().startsWith(vendor.toLowerCase()) ? model : `${vendor} ${model}`;
  const version = api === undefined ? system : `${system} (API ${api})`.trim();
  return [product.trim() || 'unknown device', version].filter((part) => part !== '').join(', ');
}

function factLines({ result }: JudgedAgain): readonly string[] {
  const { claim, reason } = factTexts(result);
  const seen = seenText(result.seen);
  const why = result.answer === 'untried' ? `: ${reason}` : '';
  const head = `${result.answer.padEnd(WIDTH)}  ${result.id}  ${claim}${why}`;
  return seen === '' ? [head] : [head, `${' '.repeat(WIDTH)}  seen: ${seen}`];
}

function differences(judged: readonly JudgedAgain[]): readonly string[] {
  const changed = changedAnswers(judged);
  const unknown = judged.filter(({ isKnown }) => !isKnown).length;
  return [
    changed.length === 0 ? 'Every answer is that of the report.' : `Answers that differ from those of the report: ${changed.length}`,
    ...changed.map(({ result, before }) => `  ${result.id}: ${before} -> ${result.answer}`),
    ...(unknown === 0 ? [] : [`Facts of another version of Laglens, which keep their answers: ${unknown}`]),
  ];
}
