import { field, isObject, listField, textField } from '../../../../core/text/json-fields.ts';
import type { JsonBatch } from '../chrome/json-splitter.ts';
import { TraceReading } from '../chrome/read.ts';
import { unreadable } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import type { BuiltThread } from '../import/session-builder.ts';
import { readPerfetto } from '../perfetto/read.ts';
import { base64Bytes } from '../text/base64.ts';
import { readDartSamples } from './dart-samples.ts';
import { readFlutterFrames } from './flutter-frames.ts';

const LOOKS_LIKE = 'a file of Flutter’s DevTools';
/** Answers of the Dart VM's service that this reader knows. */
const ANSWERS: ReadonlySet<string | undefined> = new Set(['CpuSamples', 'PerfettoTimeline', 'PerfettoCpuSamples']);
/** Dart runs on it; Flutter numbers its engines (shell/common/thread_host.cc). */
const UI_THREAD = /^(?:io\.flutter\.)?\d{1,4}\.ui(?: \(\d{1,10}\))?$/;
const PERFORMANCE = 'performance';
const CPU_PROFILER = 'cpu-profiler';
/** Facts about the export, beside the screens' data. */
const ABOUT = new Set([
  PERFORMANCE,
  CPU_PROFILER,
  'devToolsSnapshot',
  'devToolsVersion',
  'isFlutterApp',
  'isProfileBuild',
  'isDartWebApp',
  'isRunningOnDartVM',
  'connectedApp',
  'flutterVersion',
  'operatingSystem',
  'activeScreenId',
]);

/** Exports of DevTools, and answers of the Dart VM's service as clients save them. */
export function looksLikeFlutter({ json }: Beginning): boolean {
  if (json?.root !== 'object') return false;
  const { entries } = json;
  const answer = entries.get('result');
  if (entries.has('devToolsSnapshot') || ANSWERS.has(entries.get('type')?.text) || ANSWERS.has(answer?.keys.get('type'))) return true;
  // The answer to a request, as the service sends it.
  return entries.has('jsonrpc') && answer?.kind === 'object' && answer.keys.has('traceEvents');
}

/** Events, Perfetto's bytes and samples, whichever the file has. */
export async function readFlutter(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const answer = isObject(field(root, 'result')) ? field(root, 'result') : root;
  const performance = field(root, PERFORMANCE);
  const traces = [performance, field(root, CPU_PROFILER), answer].filter((trace) => listField(trace, 'traceEvents').length > 0);
  const binaries = [field(performance, 'traceBinary'), field(answer, 'trace'), field(answer, 'samples')].flatMap((value) => bytesOf(value));
  const hasSamples = textField(answer, 'type') === 'CpuSamples' && listField(answer, 'samples').length > 0;
  if (traces.length === 0 && binaries.length === 0 && !hasSamples) throw nothingToRead(source.name, root);
  for (const bytes of binaries)
    await readPerfetto({ ...task, source: { name: source.name, size: bytes.length, chunks: () => piecesOf(bytes) } });
  if (traces.length > 0) await readEvents(traces, task);
  if (hasSamples) await readDartSamples(answer, task);
  await readFlutterFrames(performance, task);
  if (isObject(root) && field(root, 'devToolsSnapshot') !== undefined) {
    report.skipped('screens of DevTools without times', Object.keys(root).filter((key) => !ABOUT.has(key)).length);
  }
  builder.languages.add('Dart');
  builder.chooseMain((threads) => mainOf(threads));
}

async function readEvents(traces: readonly unknown[], task: ImportTask): Promise<void> {
  const reading = new TraceReading(task);
  const batches = traces.flatMap((trace): readonly JsonBatch[] => {
    const frames = field(trace, 'stackFrames');
    const entries = isObject(frames) ? Object.entries(frames) : [];
    return [
      { container: 'stackFrames', values: entries.map(([, value]) => value), keys: entries.map(([key]) => key) },
      { container: 'traceEvents', values: listField(trace, 'traceEvents'), keys: undefined },
    ];
  });
  await reading.take(batches);
  task.report.read('events', reading.events.count);
  task.report.read('samples', reading.samples);
  await reading.finish();
}

/** The first engine's thread for Dart; without names, the thread with most samples: DevTools exports those of one isolate. */
function mainOf(threads: readonly BuiltThread[]): number {
  const ui = threads.findIndex(({ name }) => UI_THREAD.test(name.slice(0, 100)));
  if (ui >= 0 || threads.some(({ name }) => !name.startsWith('thread '))) return ui;
  let main = -1;
  let most = 0;
  for (const [index, { samples }] of threads.entries()) {
    if (samples.length <= most) continue;
    main = index;
    most = samples.length;
  }
  return main;
}

/** A list of numbers as DevTools writes bytes, or base64 as the service does. */
function bytesOf(value: unknown): readonly Uint8Array[] {
  if (typeof value === 'string') {
    const bytes = value === '' ? undefined : base64Bytes(value);
    return bytes === undefined ? [] : [bytes];
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > importLimits.heldBytes) return [];
  const isBytes = value.every((byte) => typeof byte === 'number' && byte >= 0 && byte <= 255);
  return isBytes ? [Uint8Array.from(value)] : [];
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function nothingToRead(name: string, root: unknown): Error {
  const screen = textField(root, 'activeScreenId');
  const of = screen === '' ? '' : ` of its screen “${screen.slice(0, 40)}”`;
  return unreadable(
    'format-unreadable',
    `${name} is an export of Flutter’s DevTools${of}, which holds no events and no samples.`,
    'Export it from the screen Performance or CPU Profiler, after recording there.',
  );
}
