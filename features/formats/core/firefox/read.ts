import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { malformed, newerVersion } from '../import/import-errors.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { hasKeys } from '../text/json-outline.ts';
import { timesOf } from './column.ts';
import { readGecko } from './gecko.ts';
import { Libraries } from './libraries.ts';
import { describeProcess, isMainThread, threadFacts } from './process-facts.ts';
import { profileStacks } from './profile-stacks.ts';
import { samplingIntervalMs } from './sampling-interval.ts';
import { readMarkers } from './thread-markers.ts';
import { readSamples, sampleUnits } from './thread-samples.ts';

const LOOKS_LIKE = 'a profile of the Firefox Profiler';
/** docs-developer/CHANGELOG-formats.md of the Firefox Profiler describes these. Before version 1 processed profiles had no number. */
const versions = { most: 70, rawMost: 36 } as const;
/** From here on threads share tables. */
const SHARED_TABLES = 60;
/** Libraries stand in each thread before. */
const SHARED_LIBRARIES = 41;

/** Processed profiles, raw ones, and those that Firefox' developer tools saved. */
export function looksLikeFirefox({ json }: Beginning): boolean {
  return (
    hasKeys(json, 'meta', ['preprocessedProfileVersion', 'sourceCodeIsNotOnSearchfox', 'stackwalk']) ||
    hasKeys(json, 'threads', ['stringTable', 'stackTable']) ||
    (hasKeys(json, 'profile', ['meta']) && hasKeys(json, 'profile', ['threads']))
  );
}

/** Threads of all processes stand beside each other; the first main thread is the session's. */
export async function readFirefox(task: ImportTask): Promise<void> {
  const { source, report } = task;
  const file = await jsonOf(source, report, LOOKS_LIKE);
  // Developer tools wrap it.
  const root = field(file, 'threads') === undefined ? (field(file, 'profile') ?? file) : file;
  const meta = field(root, 'meta');
  if (textField(field(meta, 'sampleUnits'), 'time') === 'bytes')
    throw malformed(source.name, LOOKS_LIKE, 'counts bytes of a file, not time');
  const version = numberField(meta, 'preprocessedProfileVersion');
  if (version === undefined && isRaw(root)) {
    const raw = numberField(meta, 'version') ?? 0;
    if (raw > versions.rawMost) throw newerVersion(source.name, 'a raw profile of Firefox', `${raw}`, `${versions.rawMost}`);
    await readGecko(task, root, { looksLike: LOOKS_LIKE, isShifted: root !== file });
  } else {
    if (version !== undefined && version > versions.most) throw newerVersion(source.name, LOOKS_LIKE, `${version}`, `${versions.most}`);
    await readProcessed(task, root, version ?? 0);
  }
  if (field(field(meta, 'sampleUnits'), 'threadCPUDelta') === undefined) {
    report.assumed('CPU times are unknown: the file has none, or counts cycles.');
  }
}

/** Tables of raw profiles have rows with a schema. */
function isRaw(root: unknown): boolean {
  return listField(root, 'threads').some((thread) => field(field(thread, 'samples'), 'schema') !== undefined);
}

async function readProcessed(task: ImportTask, root: unknown, version: number): Promise<void> {
  const { source, builder, report } = task;
  const meta = field(root, 'meta');
  const threads = listField(root, 'threads');
  if (threads.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no threads');
  const saidMs = numberField(meta, 'interval') ?? 1;
  const intervalMs = samplingIntervalMs(
    task,
    saidMs > 0 ? saidMs : 1,
    threads.map((thread) => field(thread, 'samples')),
  );
  const units = sampleUnits(meta, intervalMs);
  const shared = field(root, 'shared');
  const sharedTexts = listField(shared, 'stringArray');
  const tables = { sources: field(shared, 'sources'), libraries: new Libraries(root, builder), meta };
  const sharedStacks = version < SHARED_TABLES ? undefined : await profileStacks(task, { owner: shared, texts: sharedTexts, ...tables });
  const mains = threads.flatMap((thread, index) => (isMainThread(thread) ? [index] : []));
  // Samplers of a command list the program that started it, too.
  const main = mains.find((index) => timesOf(field(threads[index], 'samples')).length > 0) ?? mains[0] ?? -1;
  describeProcess(task, meta, threads[Math.max(0, main)]);
  for (const [index, thread] of threads.entries()) {
    const own = field(thread, 'stringArray');
    const texts = own === undefined ? sharedTexts : listField(thread, 'stringArray');
    const handle = builder.thread(threadFacts(thread, index === main, main >= 0));
    const libraries = version < SHARED_LIBRARIES ? new Libraries(thread, builder) : tables.libraries;
    const stacks = sharedStacks ?? (await profileStacks(task, { owner: thread, texts, ...tables, libraries }));
    await readSamples(task, thread, handle, stacks, units);
    await readMarkers(task, thread, handle, texts, 0);
    report.read('threads');
  }
  const startMs = numberField(meta, 'startTime');
  const wallUs = startMs === undefined ? 0 : startMs * 1e3 + (Number.isFinite(builder.earliestUs) ? builder.earliestUs : 0);
  builder.process({ wallUs, intervalUs: units.intervalUs });
}
