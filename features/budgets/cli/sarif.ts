import { createHash } from 'node:crypto';
import { oneLine } from '../../../core/text/one-line.ts';
import { printableLines } from '../../../core/text/printable.ts';
import { asciiJson } from '../../../core/text/terminal-text.ts';
import type { WorkspacePlace } from '../../../host/folders/source-places.ts';
import { ruleTitle } from '../core/budget-texts.ts';
import type { Checked } from './checked.ts';
import { type Finding, findingsOf } from './findings.ts';

/** SARIF 2.1.0 (OASIS): broken rules as errors, undecided ones as warnings, at lines relative to the workspace. */
export function sarifJson(checked: Checked): string {
  const rules = checked.judgement.rules.map(({ rule }, index) => ({
    id: ruleId(index, rule.measure),
    shortDescription: { text: oneLine(ruleTitle(rule)) },
  }));
  return asciiJson(
    {
      $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'Laglens', version: checked.version, rules } },
          columnKind: 'utf16CodeUnits',
          results: findingsOf(checked).map(resultOf),
        },
      ],
    },
    2,
  );
}

function resultOf({ judged, index, level, title, message, place, identity }: Finding) {
  return {
    ruleId: ruleId(index, judged.rule.measure),
    ruleIndex: index,
    level,
    message: { text: printableLines(`${title}. ${message}`) },
    ...(place === undefined ? {} : { locations: [{ physicalLocation: locationOf(place) }] }),
    partialFingerprints: { 'laglens/v1': fingerprint(identity) },
  };
}

/** Relative to %SRCROOT%, which the reader knows. */
function locationOf({ path, line }: WorkspacePlace) {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine: line } };
}

function ruleId(index: number, measure: string): string {
  return `budget/${index + 1}-${measure}`;
}

export function fingerprint(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
