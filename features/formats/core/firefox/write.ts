import { appleSystems, isAppleSystem } from '../../../../core/session/model/apple-systems.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import type { ImageFile } from '../../../../core/session/names/image-table.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { categories } from './categories.ts';
import { FrameList } from './frame-list.ts';
import { markerSchemas } from './marker-schema.ts';
import { millis } from './millis.ts';
import { markerTable } from './session-markers.ts';
import { StackTables, UsedImages } from './stack-tables.ts';
import { WrittenSamples } from './written-samples.ts';

/** Version of the crate fxprof-processed-profile 0.8.1. */
const VERSION = 55;
/** Unless the session says so. */
const INTERVAL_US = 10_000;

/** All threads, in milliseconds since the session's begin. Lags, messages, screens and marks are markers. */
export function* writeFirefox({ model, lags, name }: ExportTask): Generator<string | Uint8Array> {
  yield `{"meta":${JSON.stringify(metaOf(model, name))},"threads":[`;
  const images = new UsedImages();
  const frames = new FrameList(model);
  for (const [index, thread] of shownThreads(model).entries()) {
    const tables = new StackTables(model, images, frames);
    const samples = new WrittenSamples();
    yield* samples.collect(model, thread, tables);
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(threadFields(model, thread)).slice(0, -1)},"samples":`;
    yield* samples.pieces();
    yield `,"markers":${JSON.stringify(markerTable(model, thread, lags, tables.texts))}`;
    for (const [key, table] of Object.entries(tables.tables)) yield `,"${key}":${JSON.stringify(table)}`;
    yield `,"stringArray":${JSON.stringify(tables.texts.all)}}`;
  }
  const libs = images.rows.map((row) => libOf(model.images[row], model.runs[0]?.isApple === true));
  yield `],"libs":${JSON.stringify(libs)},"pages":[],"profilerOverhead":[],"counters":[]}\n`;
}

/** The agent's are its overhead. */
function shownThreads({ threads }: SessionModel): readonly Thread[] {
  return threads.filter(({ isAgent }) => !isAgent);
}

function metaOf(model: SessionModel, name: string): object {
  const { process, hello } = model.runs[0] ?? {};
  const os = hello?.os ?? '';
  const main = shownThreads(model).findIndex(({ isMain }) => isMain);
  const system = os === 'android' ? 'Android' : isAppleSystem(os) ? appleSystems[os] : os;
  return {
    interval: millis(hello?.intervalUs || INTERVAL_US),
    startTime: millis(hello?.wallUs ?? 0),
    processType: 0,
    product: process?.app || hello?.process || name,
    oscpu: system,
    version: 24,
    preprocessedProfileVersion: VERSION,
    importedFrom: 'Laglens',
    debug: false,
    symbolicated: true,
    usesOnlyOneStackType: true,
    sourceCodeIsNotOnSearchfox: true,
    extensions: { length: 0, baseURL: [], id: [], name: [] },
    pausedRanges: [],
    sampleUnits: { time: 'ms', eventDelay: 'ms', threadCPUDelta: 'µs' },
    categories,
    markerSchema: markerSchemas,
    ...(main < 0 ? {} : { initialVisibleThreads: [main], initialSelectedThreads: [main] }),
  };
}

function threadFields(model: SessionModel, { name, isMain, run: index, tid, beginUs, endUs }: Thread): object {
  const run = model.runs[index];
  const pid = `${run?.process?.pid || index + 1}`;
  const isRepeated = model.runs.slice(0, index).some(({ process }, other) => `${process?.pid || other + 1}` === pid);
  return {
    name,
    isMainThread: isMain,
    pid: isRepeated ? `${pid}.${index}` : pid,
    tid: `${tid}`,
    processName: run?.process?.app || run?.hello?.process || '',
    processType: 'default',
    processStartupTime: millis(run?.beginUs ?? 0),
    processShutdownTime: run === undefined || run.endUs < 0 ? null : millis(run.endUs),
    registerTime: millis(beginUs),
    unregisterTime: endUs < 0 ? null : millis(endUs),
    pausedRanges: [],
    showMarkersInTimeline: isMain,
  };
}

function libOf(image: ImageFile | undefined, isApple: boolean): object {
  const { path = '', id = '' } = image ?? {};
  const name = path.split('/').at(-1) || 'unknown';
  const codeId = isApple || id === '' ? null : id;
  return { name, path, debugName: name, debugPath: path, breakpadId: breakpadId(id, isApple), codeId, arch: null };
}

/** Breakpad's UUID and age 0; of ELF's build id the first 16 bytes, with the numbers of the UUID in the other order of bytes. */
function breakpadId(id: string, isApple: boolean): string {
  const uuid = id.slice(0, 32).padEnd(32, '0').toUpperCase();
  if (isApple) return `${uuid}0`;
  const swapped = (from: number, to: number): string => (uuid.slice(from, to).match(/../g) ?? []).reverse().join('');
  return `${swapped(0, 8)}${swapped(8, 12)}${swapped(12, 16)}${uuid.slice(16)}0`;
}
