import { codeCell, plainMarkdown } from '../../../../core/text/markdown-text.ts';
import { countAnswers, type FactResult, type FieldCapture, type FieldDevice, type FieldReport } from '../report/field-report.ts';
import { type FactTexts, factTexts, seenText } from './fact-text.ts';

const LONGEST = 200;

/** For an issue: the device, the facts that are false, the others, the sample's lags and the agent's cost. */
export function reportMarkdown(report: FieldReport): string {
  const { facts, capture, laglens, host, day } = report;
  const counts = countAnswers(report);
  const of = (answer: FactResult['answer']): readonly FactResult[] => facts.filter((each) => each.answer === answer);
  const parts = [
    '# Laglens field report',
    plainMarkdown(
      `${counts.true} facts are true, ${counts.false} false, ${counts.untried} untried. Laglens ${laglens}, ${host.system}, ${day}.`,
    ),
    table(['of the device', ''], deviceRows(report.device)),
    ...section('False', of('false')),
    ...section('Untried', of('untried')),
    ...(capture === undefined ? [] : captureParts(capture)),
    ...section('True', of('true')),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(title: string, facts: readonly FactResult[]): readonly string[] {
  if (facts.length === 0) return [];
  const rows = facts.map((result) => {
    const { claim, reason }: FactTexts = factTexts(result);
    return [
      codeCell(result.id, LONGEST),
      plainMarkdown(claim, LONGEST),
      plainMarkdown(reason, LONGEST),
      codeCell(seenText(result.seen), LONGEST),
    ];
  });
  return [`## ${title}`, table(['fact', 'claim', 'reason', 'seen'], rows)];
}

function deviceRows(device: FieldDevice): readonly (readonly string[])[] {
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['vendor', device.vendor],
    ['model', device.model],
    ['system', device.api === undefined ? device.system : `${device.system ?? ''} (API ${device.api})`],
    ['security patch', device.patch],
    ['kernel', device.kernel],
    ['ABIs', device.abis.join(', ')],
    ['page size', device.pageSize],
    ['runtime', device.runtime],
    ['adb server', device.adbServer],
    ['adb features', device.adbFeatures.join(', ')],
    ['traced', device.traced],
    ['debuggable apps', device.debuggableApps],
    ['profileable apps', device.profileableApps],
  ];
  return rows.map(([name, value]) => [name, plainMarkdown(value === undefined || value === '' ? 'unknown' : String(value))]);
}

function captureParts({ app, lags, otherLags, cost, ...capture }: FieldCapture): readonly string[] {
  const ms = (value: number | undefined): string => (value === undefined ? 'unknown' : `${Math.round(value)} ms`);
  const from = capture.launched ? 'from its launch' : 'after its start';
  const rows = [
    ['app', `${app === 'sample' ? 'sample' : 'own'}, ${from}, ${Math.round(capture.seconds)} s`],
    ['agent', capture.agentVersion],
    ['agent answered after', ms(capture.attachMs)],
    ['first sample of main after', ms(capture.firstSampleMs)],
    ['agent’s CPU', cost.cpuPercent === undefined ? 'unknown' : `${cost.cpuPercent.toFixed(2)} % of a core`],
    ['one sample of main', cost.sampleUs === undefined ? 'unknown' : `${Math.round(cost.sampleUs)} µs`],
    ['lost samples', String(cost.dropped)],
    ['stream', `${Math.round(cost.bytesPerSecond)} bytes a second`],
    ['other lags', String(otherLags)],
  ];
  const found = lags.map(({ name, truthMs, foundMs, cause = '' }) => [
    codeCell(name, LONGEST),
    ms(truthMs),
    foundMs === undefined ? 'not found' : ms(foundMs),
    plainMarkdown(cause, LONGEST),
  ]);
  const parts = [
    '## Capture',
    table(
      ['of the capture', ''],
      rows.map((cells) => cells.map((cell) => plainMarkdown(cell))),
    ),
  ];
  return found.length === 0 ? parts : [...parts, table(['lag of the sample app', 'its own measure', 'found', 'cause'], found)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
