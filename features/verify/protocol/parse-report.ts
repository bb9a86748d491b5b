import * as v from 'valibot';
import {
  answers,
  type FieldReport,
  factIdPattern,
  hostSystems,
  REPORT_VERSION,
  reasonNames,
  reportKinds,
  reportLimits,
  tracedStates,
} from '../core/report/field-report.ts';

/** A report, or why a text is none. */
export type ParsedReport = { readonly report: FieldReport } | { readonly mistake: string };

const ascii = /^[\x20-\x7e]*$/;
const text = (most: number = reportLimits.text) => v.pipe(v.string(), v.maxLength(most), v.regex(ascii));
const number = v.pipe(v.number(), v.finite(), v.minValue(-reportLimits.number), v.maxValue(reportLimits.number));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(reportLimits.number));
const features = v.pipe(v.array(text()), v.maxLength(reportLimits.features));

const seen = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,39}$/)),
    v.union([
      number,
      v.boolean(),
      text(reportLimits.seenText),
      v.pipe(v.array(text(reportLimits.seenText)), v.maxLength(reportLimits.seenLines)),
    ]),
  ),
  v.maxEntries(reportLimits.seenKeys),
);

const fact = v.strictObject({
  id: v.pipe(v.string(), v.maxLength(reportLimits.id), v.regex(factIdPattern)),
  answer: v.picklist(answers),
  reason: v.picklist(reasonNames),
  ms: count,
  seen,
});

const device = v.strictObject({
  vendor: v.optional(text()),
  model: v.optional(text()),
  system: v.optional(text()),
  api: v.optional(count),
  kernel: v.optional(text()),
  abis: features,
  pageSize: v.optional(count),
  patch: v.optional(text()),
  runtime: v.optional(text()),
  adbServer: v.optional(count),
  adbFeatures: features,
  traced: v.optional(v.picklist(tracedStates)),
  debuggableApps: v.optional(count),
  profileableApps: v.optional(count),
});

const capture = v.strictObject({
  app: v.picklist(['sample', 'own']),
  launched: v.boolean(),
  seconds: number,
  attachMs: v.optional(number),
  firstSampleMs: v.optional(number),
  agentVersion: text(),
  lags: v.pipe(
    v.array(v.strictObject({ name: text(), truthMs: number, foundMs: v.optional(number), cause: v.optional(text()) })),
    v.maxLength(reportLimits.lags),
  ),
  otherLags: count,
  cost: v.strictObject({ cpuPercent: v.optional(number), sampleUs: v.optional(number), dropped: count, bytesPerSecond: number }),
});

/** Also the source of the JSON Schema. */
export const reportFile = v.strictObject({
  laglensFieldReport: v.literal(REPORT_VERSION),
  laglens: text(),
  kind: v.picklist(reportKinds),
  day: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
  host: v.strictObject({ system: v.picklist(hostSystems), node: text() }),
  device,
  facts: v.pipe(v.array(fact), v.maxLength(reportLimits.facts)),
  capture: v.optional(capture),
});

/** @param file of a stranger: its size, texts and lists have limits, and other keys are refused */
export function parseReport(file: string): ParsedReport {
  if (file.length > reportLimits.file) return { mistake: `It has more than ${reportLimits.file / 1024} KiB.` };
  let value: unknown;
  try {
    value = JSON.parse(file);
  } catch {
    return { mistake: 'It is no JSON.' };
  }
  const parsed = v.safeParse(reportFile, value, { abortEarly: true });
  if (!parsed.success) return { mistake: mistakeText(parsed.issues[0]) };
  const ids = parsed.output.facts.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return { mistake: `The fact ${twice} is there twice.` };
  const strange = ids.find((id) => !id.startsWith(`${parsed.output.kind}.`));
  return strange === undefined ? { report: parsed.output } : { mistake: `The fact ${strange} is not of ${parsed.output.kind}.` };
}

/** Keys are a stranger's; those of the schema and of observations are words. */
function mistakeText(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? '';
  return /^[\w.]{1,80}$/.test(path) ? `${path} is missing, unknown or outside of its limits.` : 'It is no field report of Laglens.';
}
