import { codeCell, plainMarkdown } from '../../../../core/text/markdown-text.ts';
import { factsOf } from '../facts/facts.ts';
import { deviceText } from '../replay/replay-text.ts';
import { type Answer, countAnswers, type FieldReport } from '../report/field-report.ts';
import { seenText } from '../words/fact-text.ts';

/** A kept report. */
export interface KeptReport {
  /** Its file's name without the ending. */
  readonly name: string;
  /** From a simulated phone, whatever it claims to be. */
  readonly isSimulated: boolean;
  readonly report: FieldReport;
}

const MOST_LETTERS = 160;

/** Tables of docs/hardware.md: devices, facts that are false somewhere, and all facts with who relies on them. */
export function hardwareTables(reports: readonly KeptReport[]): string {
  return [devices(reports), falseFacts(reports), allFacts(reports)].join('\n\n');
}

function devices(reports: readonly KeptReport[]): string {
  const rows = [...reports].sort(byOrigin).map(({ name, isSimulated, report }) => {
    const { kernel, abis, pageSize, runtime, patch } = report.device;
    const counts = countAnswers(report);
    const facts = [deviceText(report.device), patch, kernel, abis[0], pageSize, runtime].map(cell);
    const lags = report.capture === undefined ? '' : lagsFound(report.capture.lags);
    return [link(name, isSimulated), isSimulated ? '**simulated**' : 'device', ...facts, counts.true, counts.false, counts.untried, lags];
  });
  const real = reports.filter(({ isSimulated }) => !isSimulated).length;
  const head = ['report', 'from', 'claims to be', 'patch', 'kernel', 'ABI', 'page', 'runtime', 'true', 'false', 'untried', 'lags found'];
  return ['## Devices', count(real), table(head, rows)].join('\n\n');
}

function count(real: number): string {
  if (real === 0)
    return '**No report of a physical device is here yet.** Those below are of simulated phones: they test the kit, and prove nothing about hardware.';
  return `${real} ${real === 1 ? 'report is' : 'reports are'} of a physical device. The others are of simulated phones: they test the kit, and prove nothing about hardware.`;
}

function falseFacts(reports: readonly KeptReport[]): string {
  const rows = [...reports]
    .sort(byOrigin)
    .flatMap(({ name, isSimulated, report }) =>
      report.facts
        .filter(({ answer }) => answer === 'false')
        .map(({ id, seen }) => [codeCell(id, MOST_LETTERS), link(name, isSimulated), codeCell(seenText(seen), MOST_LETTERS)]),
    );
  const content = rows.length === 0 ? 'None.' : table(['fact', 'report', 'seen'], rows);
  return ['## Facts that are false somewhere', content].join('\n\n');
}

function allFacts(reports: readonly KeptReport[]): string {
  const parts = (['android', 'ios'] as const).map((kind) => {
    const rows = factsOf(kind).map(([id, { claim, file }]) => {
      const answers = reports
        .filter(({ isSimulated }) => !isSimulated)
        .flatMap(({ report }) => report.facts.filter((each) => each.id === id));
      const of = (answer: Answer): number => answers.filter((each) => each.answer === answer).length;
      return [
        codeCell(id, MOST_LETTERS),
        claim.replaceAll('|', '\\|'),
        `[${file.split('/').at(-1)}](${fromDocs(file)})`,
        of('true'),
        of('false'),
      ];
    });
    const head = ['fact', 'claim', 'relied on in', 'true on', 'false on'];
    return [`### ${kind === 'ios' ? 'iOS' : 'Android'}`, table(head, rows)].join('\n\n');
  });
  return ['## Facts', 'The numbers count physical devices.', ...parts].join('\n\n');
}

function lagsFound(lags: readonly { readonly foundMs?: number | undefined }[]): string {
  return lags.length === 0 ? '' : `${lags.filter(({ foundMs }) => foundMs !== undefined).length} of ${lags.length}`;
}

/** Physical devices first, then by name. */
function byOrigin(a: KeptReport, b: KeptReport): number {
  return Number(a.isSimulated) - Number(b.isSimulated) || (a.name < b.name ? -1 : 1);
}

function link(name: string, isSimulated: boolean): string {
  return `[${plainMarkdown(name)}](../tests/field-reports/${isSimulated ? 'simulated/' : ''}${encodeURIComponent(name)}.json)`;
}

function fromDocs(file: string): string {
  return file.startsWith('docs/') ? file.slice('docs/'.length) : `../${file}`;
}

function cell(value: string | number | undefined): string {
  return plainMarkdown(value === undefined ? '' : String(value), MOST_LETTERS);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
