import { Budget } from '../../../../core/session/limits/budget.ts';
import { field, isObject, listField, numberField } from '../../../../core/text/json-fields.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { scriptNames } from '../source-map/script-names.ts';
import { hasKeys } from '../text/json-outline.ts';
import { CpuNodes } from './cpu-nodes.ts';
import { CpuSamples, cpuSpans, V8_INTERVAL_US } from './cpu-samples.ts';

const LOOKS_LIKE = 'a .cpuprofile';
const STEP = 1_024;

/** Written by V8 and Hermes: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export function looksLikeCpuProfile({ json }: Beginning): boolean {
  if (hasKeys(json, 'nodes', ['callFrame', 'functionName'], 'list')) return true;
  // Heap profiles have sizes.
  return hasKeys(json, 'head', ['callFrame', 'functionName'], 'object') && !hasKeys(json, 'head', ['selfSize']);
}

/** One thread, whose event loop rests in `(idle)`. */
export async function readCpuProfile(task: ImportTask): Promise<void> {
  const { source, builder, report, turns } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const names = await scriptNames(task);
  const nodes = new CpuNodes(builder, report, new Budget(2 * importLimits.stacks, { nowUs: 0 }));
  const head = field(root, 'head');
  let read = 0;
  for (const node of listField(root, 'nodes')) {
    nodes.add(node);
    if (++read % STEP === 0) await turns.pause();
  }
  if (isObject(head)) addTree(nodes, head);
  const ids = listField(root, 'samples');
  if (nodes.size === 0) throw malformed(source.name, LOOKS_LIKE, 'has no nodes');
  const { samples, endUs } = timesOf(task, root, ids);
  const thread = builder.thread({ name: 'main', isMain: true });
  for (const span of cpuSpans(samples, nodes, { builder, report, endUs })) {
    builder.sample(thread, span.beginUs, span.endUs, span.stack);
    if (span.isCollection) builder.collection(span.beginUs, span.endUs);
    if (++read % STEP === 0) await turns.pause();
  }
  report.read('samples', samples.length);
  builder.process({ name: source.name, system: 'other' });
  report.assumed('The profile’s thread is the main thread.');
  report.assumed('Lines are those where functions begin.');
  names?.sayTo(report);
}

/** Before Chrome 58 nodes held their children. */
function addTree(nodes: CpuNodes, head: unknown): void {
  const waiting: { readonly node: unknown; readonly parent: number | undefined }[] = [{ node: head, parent: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const id = numberField(node, 'id');
    nodes.add(node);
    if (id !== undefined && parent !== undefined) nodes.setParent(id, parent);
    for (const child of listField(node, 'children')) waiting.push({ node: child, parent: id });
  }
}

interface Times {
  readonly samples: CpuSamples;
  readonly endUs: number | undefined;
}

function timesOf({ report }: ImportTask, root: unknown, ids: readonly unknown[]): Times {
  const samples = new CpuSamples();
  const count = Math.min(ids.length, importLimits.samples);
  report.skipped('samples beyond the bound', ids.length - count);
  const stamps = listField(root, 'timestamps');
  // Older profiles begin and end in seconds, but stamp samples in microseconds.
  const unitUs = stamps.length > 0 ? 1e6 : 1;
  const beginAt = numberField(root, 'startTime');
  const endAt = numberField(root, 'endTime');
  const startUs = (beginAt ?? 0) * unitUs;
  const endUs = endAt === undefined ? undefined : endAt * unitUs;
  const deltas = listField(root, 'timeDeltas');
  const isUntimed = deltas.length === 0 && stamps.length === 0;
  const intervalUs = endUs !== undefined && endUs > startUs && count > 0 ? (endUs - startUs) / count : V8_INTERVAL_US;
  if (isUntimed && count > 0) report.assumed('Samples are evenly spread: the file has no times.');
  let atUs = startUs;
  for (let index = 0; index < count; index++) {
    const id = ids[index];
    const delta = isUntimed ? (index === 0 ? 0 : intervalUs) : deltas[index];
    const stamp = stamps[index];
    if (typeof stamp === 'number') atUs = stamp;
    else if (typeof delta === 'number' && Number.isFinite(delta)) atUs += delta;
    else {
      report.skipped('samples without a time', count - index);
      break;
    }
    if (typeof id === 'number') samples.add(atUs, id);
    else report.skipped('samples without a node');
  }
  samples.areChanges = samples.neverRepeats || field(field(root, 'laglens'), 'areChanges') === true;
  return { samples, endUs: isUntimed ? atUs + intervalUs : endUs };
}
