import { numberField, textField } from '../../../../core/text/json-fields.ts';
import { named } from '../field/apple-facts.ts';
import type { FieldReport, ReportThread } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { allText } from '../import/byte-source.ts';
import { eachLine } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { type FrameRate, frameRate, layOutRate, startUpTitle } from './frame-rate.ts';
import { issuesIn } from './issues.ts';
import { javaStack } from './java-stack.ts';
import { MethodMapping } from './method-mapping.ts';
import { methodStacks } from './method-stack.ts';

const LOOKS_LIKE = 'an issue of TraceCanary';
/** Of the build plugin, in the folder of the app's mappings. */
const MAPPING = 'methodMapping.txt';
const MOST_ISSUES = 1_000;
const BETWEEN_US = 1_000_000;
/** Matrix's limits, where an issue has no length. */
const ANR_US = 5_000_000;
const LAG_US = 2_000_000;

/** A JSON file, or lines of a log. */
export function looksLikeTraceCanary({ text, json }: Beginning): boolean {
  if (json !== undefined) {
    const { entries } = json;
    return (
      entries.has('stackKey') ||
      entries.get('tag')?.text.startsWith('Trace_') === true ||
      (entries.has('threadStack') && entries.has('detail'))
    );
  }
  return /\btag\[Trace_\w+\]type\[\d+\]/.test(text) || /"stackKey"\s{0,9}:/.test(text) || /"tag"\s{0,9}:\s{0,9}"Trace_/.test(text);
}

/** Issues follow each other; names of methods come from the mapping beside the file. */
export async function readTraceCanary(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const issues = issuesIn(await allText(source, importLimits.heldBytes, report), report);
  const mapping = await mappingBeside(task);
  builder.process({
    ...named(textField(issues[0], 'process')),
    system: 'android',
    device: deviceOf(issues[0]),
    ...wallOf(issues[0]),
  });
  report.skipped(`issues beyond ${MOST_ISSUES}`, issues.length - MOST_ISSUES);
  const found: FieldReport[] = [];
  const rates: FrameRate[] = [];
  const marks: string[] = [];
  for (const issue of issues.slice(0, MOST_ISSUES)) {
    const rate = frameRate(issue);
    const startUp = startUpTitle(issue);
    const one = rate === undefined && startUp === undefined ? reportOf(issue, mapping, task) : undefined;
    if (rate !== undefined) rates.push(rate);
    else if (startUp !== undefined) marks.push(startUp);
    else if (one === undefined) report.skipped('issues without a stack');
    else found.push(one);
  }
  if (found.length + rates.length + marks.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no stack');
  if (found.length > 0) await layOut(found, task);
  for (const rate of rates) layOutRate(rate, builder, report);
  for (const title of marks) builder.mark(Number.isFinite(builder.latestUs) ? builder.latestUs + BETWEEN_US : 0, title);
  report.read('start-up times', marks.length);
}

/** Matrix's levels of a device's strength (DeviceUtil.java) are no names. */
const LEVELS: ReadonlySet<string> = new Set(['BEST', 'HIGH', 'MIDDLE', 'LOW', 'BAD', 'UN_KNOW']);

function deviceOf(issue: unknown): string {
  const machine = textField(issue, 'machine');
  return LEVELS.has(machine) ? '' : machine;
}

/** Heading of methods without a number (MethodCollector.java). */
const IGNORED = 'ignore methods:';

async function mappingBeside({ beside, report, turns }: ImportTask): Promise<MethodMapping> {
  const mapping = new MethodMapping();
  const file = await beside?.(MAPPING);
  if (file === undefined) {
    mapping.isMissing = true;
    return mapping;
  }
  await eachLine({ source: file, report, turns }, (line) => {
    if (!mapping.add(line)) return line.startsWith(IGNORED) || 'lines of the mapping in no known form';
    report.read('methods of the mapping');
    return true;
  });
  return mapping;
}

function reportOf(issue: unknown, mapping: MethodMapping, { builder, report }: ImportTask): FieldReport | undefined {
  const detail = textField(issue, 'detail') || 'NORMAL';
  const scene = textField(issue, 'scene');
  const title = `TraceCanary: ${detail}${scene === '' ? '' : `, ${scene}`}`;
  const costMs = Math.max(0, numberField(issue, 'cost') ?? 0);
  const calls = methodStacks(textField(issue, 'stack'), (parent, id) => {
    if (!mapping.has(id)) report.skipped('methods without a name in the mapping');
    return builder.stack(parent, builder.frame(mapping.frame(id)));
  });
  report.skipped('lines of stacks', calls.unread);
  if (calls.stacks.length > 0) {
    if (mapping.isMissing) report.assumed(`Methods keep their numbers: no ${MAPPING} is beside the file.`);
    if (calls.hasMerged) report.assumed('Repeated calls are drawn as one: TraceCanary joins them.');
    report.assumed('A method’s own time follows its callees: TraceCanary has sums only, and no calls below its limit.');
    // The message's cost, or the calls' where it is shorter (`stackCost`).
    const lastsMs = Math.max(costMs, calls.costMs);
    const rest = { stack: 0, weight: lastsMs - calls.costMs };
    return { title, lastsUs: lastsMs * 1_000, threads: [main([...calls.stacks, rest])] };
  }
  let stack = 0;
  const java = javaStack(textField(issue, 'threadStack'));
  report.skipped('lines of stacks', java.unread);
  for (const frame of java.frames.toReversed()) stack = builder.stack(stack, builder.frame(frame));
  if (stack === 0) return undefined;
  if (costMs === 0) report.assumed('Lags without a length last 2 s, ANRs 5 s: TraceCanary’s limits.');
  const usualUs = detail.includes('ANR') ? ANR_US : LAG_US;
  return { title, lastsUs: costMs > 0 ? costMs * 1_000 : usualUs, threads: [main([{ stack, weight: 1 }])] };
}

function main(stacks: ReportThread['stacks']): ReportThread {
  return { name: 'main', tid: 0, isMain: true, group: '', stacks };
}

/** `time` is the phone's wall clock in milliseconds. */
function wallOf(issue: unknown): { readonly wallUs?: number } {
  const time = numberField(issue, 'time') ?? Number(textField(issue, 'time'));
  return time > 1e12 && time < 1e14 ? { wallUs: time * 1_000 } : {};
}
