import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { malformed } from '../import/import-errors.ts';
import { NamedFunctions } from '../import/named-functions.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { Column } from './column.ts';
import { MappedLibraries } from './gecko-libraries.ts';
import { type GeckoProcess, geckoProcesses } from './gecko-processes.ts';
import { GeckoFrames, GeckoStacks } from './gecko-stacks.ts';
import { Libraries } from './libraries.ts';
import { describeProcess, isMainThread, threadFacts } from './process-facts.ts';
import { samplingIntervalMs } from './sampling-interval.ts';
import { readMarkers } from './thread-markers.ts';
import { readSamples, sampleUnits } from './thread-samples.ts';

interface GeckoThread {
  readonly process: GeckoProcess;
  readonly thread: unknown;
  /** Rows of samples. */
  readonly samples: number;
}

interface GeckoFile {
  /** Description as in “a profile of the Firefox Profiler”. */
  readonly looksLike: string;
  /** Saved by Firefox' developer tools, which count samples' times from the recording's begin, but not those of markers. */
  readonly isShifted: boolean;
}

/** A raw profile: Firefox' own, or of simpleperf's or perf's converters. @param root has `meta`, `threads`, `processes` */
export async function readGecko(task: ImportTask, root: unknown, { looksLike, isShifted }: GeckoFile): Promise<void> {
  const { source, builder, report } = task;
  const processes = geckoProcesses(task, root);
  const threads = processes.flatMap((process) =>
    process.threads.map((thread): GeckoThread => ({ process, thread, samples: new Column(field(thread, 'samples'), 'time').length })),
  );
  if (threads.length === 0) throw malformed(source.name, looksLike, 'has no threads');
  const meta = field(root, 'meta');
  const saidMs = numberField(meta, 'interval') ?? 1;
  const intervalMs = samplingIntervalMs(
    task,
    saidMs > 0 ? saidMs : 1,
    threads.map(({ thread }) => field(thread, 'samples')),
  );
  const main = mainOf(threads);
  describeProcess(task, meta, threads[Math.max(0, main)]?.thread);
  const named = new NamedFunctions(task);
  const mapped = new Map(processes.map(({ owner }) => [owner, new MappedLibraries(owner, new Libraries(owner, builder))]));
  for (const [index, { process, thread }] of threads.entries()) {
    const libraries = mapped.get(process.owner) ?? new MappedLibraries(undefined, new Libraries(undefined, builder));
    const handle = builder.thread(threadFacts(thread, index === main, main >= 0));
    const stacks = await GeckoStacks.of(task, thread, new GeckoFrames(task, thread, libraries, named), meta);
    const units = { ...sampleUnits(field(process.owner, 'meta'), intervalMs), startMs: process.startMs };
    await readSamples(task, thread, handle, stacks, units);
    if (isShifted) report.skipped('markers of another clock than the samples', new Column(field(thread, 'markers'), 'name').length);
    else await readMarkers(task, thread, handle, listField(thread, 'stringTable'), process.startMs);
    report.read('threads');
  }
  const startMs = numberField(meta, 'startTime');
  const wallUs = startMs === undefined ? 0 : startMs * 1e3 + (Number.isFinite(builder.earliestUs) ? builder.earliestUs : 0);
  builder.process({ wallUs, intervalUs: intervalMs * 1e3 });
}

/** Firefox' own name, else that of the process with most samples. -1 if no thread is main. */
function mainOf(threads: readonly GeckoThread[]): number {
  const mains = threads.map(({ thread }) => isMainThread(thread));
  const named = threads.findIndex(({ thread, samples }) => samples > 0 && textField(thread, 'name') === 'GeckoMain');
  if (named >= 0 && mains[named] === true) return named;
  let best = -1;
  for (const [index, { samples }] of threads.entries()) {
    if (mains[index] === true && samples > (threads[best]?.samples ?? -1)) best = index;
  }
  return best;
}
