import { field, isObject, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { named, wallUsOf } from '../field/apple-facts.ts';
import { appleSystemOf } from '../field/apple-system.ts';
import { hangUs } from '../field/assumed-lengths.ts';
import type { FieldReport } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { addKsImages, ReportImages } from '../field/native-frames.ts';
import { malformed } from '../import/import-errors.ts';
import { jsonIn, jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { hasKeys } from '../text/json-outline.ts';
import { treeReport } from './call-tree.ts';
import { dumpKindOf } from './dump-kinds.ts';
import { ksHangUs, ksTitle } from './ks-errors.ts';
import { ksProfile } from './ks-profile.ts';
import { ksThreads } from './ks-threads.ts';

const LOOKS_LIKE = 'a report of Matrix or KSCrash';
/** Reports of one file. */
const MOST_REPORTS = 1_000;

/** By Matrix's or KSCrash's own keys. Other tools' crash reports have `binary_images`, too. */
export function looksLikeMatrix({ json }: Beginning): boolean {
  if (json === undefined) return false;
  return ['stack_string', 'issueTag', 'HandledThread'].some((key) => json.entries.has(key)) || hasKeys(json, 'crash', ['threads', 'error']);
}

/** One report, several in a list, or an issue around one. */
export async function readMatrix(task: ImportTask): Promise<void> {
  const { source, report } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const all = Array.isArray(root) ? root : [root];
  report.skipped(`reports beyond ${MOST_REPORTS}`, all.length - MOST_REPORTS);
  const found: FieldReport[] = [];
  let isDescribed = false;
  for (const each of all.slice(0, MOST_REPORTS)) {
    const one = reportIn(each);
    const read = one === undefined ? undefined : reportOf(one, task);
    if (read === undefined) report.skipped('reports without stacks');
    else found.push(read);
    if (one !== undefined && !isDescribed) isDescribed = describe(one, task);
  }
  if (found.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  await layOut(found, task);
}

/** Matrix's issue holds its report as object or as text. */
function reportIn(value: unknown): unknown {
  const inside = field(value, 'issueData');
  if (isObject(inside)) return inside;
  if (typeof inside !== 'string') return isObject(value) ? value : undefined;
  // Data of other kinds are no JSON, such as base64 of packed ones.
  const parsed = jsonIn(inside);
  return isObject(parsed) ? parsed : undefined;
}

function reportOf(one: unknown, task: ImportTask): FieldReport | undefined {
  const { builder, report } = task;
  const images = new ReportImages(builder);
  report.read('libraries', addKsImages(listField(one, 'binary_images'), images));
  const roots = listField(one, 'stack_string');
  const arch = textField(field(one, 'system'), 'cpu_arch');
  const context = { tables: builder, images, arch };
  if (roots.length > 0) return treeReport(one, roots, context, report);
  const crash = field(one, 'crash');
  const profile = ksProfile(field(crash, 'error'), context, report);
  if (profile !== undefined) return profile;
  const { threads, hasCounts } = ksThreads(crash, context);
  if (threads.every(({ stacks }) => stacks.length === 0)) return undefined;
  if (hasCounts)
    report.assumed('Matrix keeps one stack of main’s history with its frames’ counts: inner frames of the other stacks are unknown.');
  const error = field(crash, 'error');
  const reported = field(error, 'user_reported');
  const dumpType = numberField(reported, 'dump_type') ?? Number.parseInt(textField(reported, 'name'), 10);
  if (!(dumpType >= 2_000 && dumpType <= 10_000)) return { title: ksTitle(error), lastsUs: ksHangUs(error, report), threads };
  const kind = dumpKindOf(dumpType);
  return { title: `Matrix: ${kind.title} (${dumpType})`, lastsUs: kind.isBlock ? hangUs(undefined, 'matrix', report) : undefined, threads };
}

function describe(one: unknown, { builder }: ImportTask): true {
  const system = field(one, 'system');
  const about = field(one, 'report');
  const process = textField(system, 'process_name') || textField(about, 'process_name');
  const wallUs = wallUsOf(field(about, 'timestamp'));
  const os = [textField(system, 'system_name') || 'iOS', textField(system, 'system_version'), osBuild(textField(system, 'os_version'))];
  const device = textField(system, 'machine');
  builder.process({
    ...named(textField(system, 'CFBundleIdentifier') || process),
    pid: numberField(system, 'process_id') ?? 0,
    system: appleSystemOf(`${textField(system, 'system_name')}\n${textField(system, 'build_type')}`, device),
    device,
    version: os.filter((part) => part !== '').join(' '),
    ...(wallUs === undefined ? {} : { wallUs }),
  });
  return true;
}

function osBuild(build: string): string {
  return build === '' ? '' : `(${build})`;
}
