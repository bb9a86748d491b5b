import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { float64At, int32At, uint32At } from '../../../../core/columns/at.ts';
import { withRow } from '../../../../core/columns/table.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Run } from '../../../../core/session/model/run.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { APP_SECTION } from '../../../../core/session/names/method-table.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { threadSpans } from '../export/thread-spans.ts';
import { wallStartUs } from '../export/wall-start.ts';
import { bytesOfHex } from './build-id.ts';
import { countedFacts } from './counted-facts.ts';
import { dispatchName } from './dispatch-name.ts';
import { SECTION_MAPPING } from './own/fact-names.ts';
import { MOST_FACT_TRACKS, writeProcessFacts, writeThreadFacts } from './own/write-facts.ts';
import { TraceEncoder } from './trace-encoder.ts';

/** Unless the session says so. */
const INTERVAL_US = 10_000;
/** Of one stack; a longer one is sampled less often. */
const MOST_SAMPLES = 1_000;
const STEP_BYTES = 64 << 10;
/** Tracks: processes from 1, then four of each process, and threads. */
const OF_PROCESS = 1 << 20;
const OF_THREADS = 1 << 30;
const OF_FACTS = 1 << 29;
const OF_THREAD_FACTS = 2 ** 31;
/** No kernel gives a thread such an id. */
const UNKNOWN_TID = 2_000_000_000;

/** Stacks as samples of their threads, messages as slices on them, lags as slices of a track of their own. */
export function* writePerfetto({ model, lags }: ExportTask): Generator<Uint8Array> {
  const encoder = new TraceEncoder();
  const first = model.runs[0];
  const intervalUs = first?.settings?.intervalUs || first?.hello?.intervalUs || INTERVAL_US;
  encoder.begin(wallStartUs(model), intervalUs);
  for (const run of model.runs.keys()) writeProcess(model, run, encoder);
  for (const [index, run] of model.runs.entries()) {
    const place = { encoder, firstTrack: OF_FACTS + index * MOST_FACT_TRACKS, parent: index + 1 };
    for (const _step of writeProcessFacts(run, place)) yield encoder.take();
  }
  for (const { atUs, name, run } of model.marks) encoder.instant(run + 1, 'mark', name, atUs);
  yield encoder.take();
  const stacks = new Callstacks(model, encoder);
  for (const thread of model.threads) {
    if (thread.isAgent) continue;
    const pid = pidOf(model, thread.run);
    const tid = thread.tid || (thread.isMain ? pid : UNKNOWN_TID + thread.index);
    encoder.thread(OF_THREADS + thread.index, pid, tid, thread.name);
    for (const _step of messages(model, thread, encoder)) yield encoder.take();
    const place = { encoder, firstTrack: OF_THREAD_FACTS + thread.index * MOST_FACT_TRACKS, parent: OF_THREADS + thread.index };
    const ids = { stackOf: (node: number) => stacks.of(node), trackOf: (other: number) => OF_THREADS + other };
    for (const _step of samples(model, thread, { pid, tid, intervalUs, stacks, encoder })) yield encoder.take();
    for (const _step of writeThreadFacts(model, thread, place, ids)) yield encoder.take();
    yield encoder.take();
  }
  const written = new Set<number>();
  for (const { run, beginUs, endUs } of lags) {
    const track = OF_PROCESS * (run + 1);
    if (!written.has(track)) encoder.childTrack(track, run + 1, 'Lags');
    written.add(track);
    encoder.slice(track, 'lag', 'lag', beginUs, endUs);
  }
  yield encoder.take();
}

function pidOf(model: SessionModel, run: number): number {
  return model.runs[run]?.process?.pid || run + 1;
}

function writeProcess(model: SessionModel, index: number, encoder: TraceEncoder): void {
  const run: Run | undefined = model.runs[index];
  if (run === undefined) return;
  const uuid = index + 1;
  encoder.process(uuid, pidOf(model, index), run.process?.app || run.hello?.process || '');
  for (const [at, fact] of countedFacts.entries()) {
    const track = OF_PROCESS * uuid + 1 + at;
    let isKnown = false;
    for (let row = 0; row < run.counters.length; row++) {
      const value = run.counters[fact.column][row];
      if (value === undefined || value <= 0) continue;
      if (!isKnown) encoder.counterTrack(track, uuid, fact.name, fact.unit);
      isKnown = true;
      encoder.counter(track, float64At(run.counters.atUs, row), value);
    }
  }
}

function* messages(model: SessionModel, thread: Thread, encoder: TraceEncoder): Generator<void> {
  const { messages: rows } = thread;
  for (let row = 0; row < rows.length; row++) {
    if (rows.isOwn[row] === 1) continue;
    const [beginUs, endUs] = [float64At(rows.beginUs, row), float64At(rows.endUs, row)];
    const target = model.strings[uint32At(rows.target, row)] ?? '';
    const callback = model.strings[uint32At(rows.callback, row)] ?? '';
    const name = dispatchName(target, callback, int32At(rows.what, row));
    encoder.slice(OF_THREADS + thread.index, 'message', name, beginUs, endUs);
    if (row % 256 === 255) yield;
  }
}

interface Place {
  readonly pid: number;
  readonly tid: number;
  readonly intervalUs: number;
  readonly stacks: Callstacks;
  readonly encoder: TraceEncoder;
}

/** One at the begin of each stack, then one per interval; one without a stack where none follows at once. */
function* samples(model: SessionModel, thread: Thread, { pid, tid, intervalUs, stacks, encoder }: Place): Generator<void> {
  let lastUs: number | undefined;
  let bytes = 0;
  for (const spans of threadSpans(model, thread)) {
    for (let row = 0; row < spans.length; row++) {
      const beginUs = float64At(spans.beginUs, row);
      const endUs = float64At(spans.endUs, row);
      if (lastUs !== undefined && beginUs > lastUs) encoder.sample(pid, tid, lastUs, 0);
      const callstack = stacks.of(uint32At(spans.node, row));
      const stepUs = Math.max(intervalUs, (endUs - beginUs) / MOST_SAMPLES);
      for (let atUs = beginUs; atUs < endUs || atUs === beginUs; atUs += stepUs) {
        encoder.sample(pid, tid, atUs, callstack);
        bytes += 32;
        if (bytes > STEP_BYTES) yield;
        if (bytes > STEP_BYTES) bytes = 0;
      }
      lastUs = endUs;
    }
    yield;
  }
  if (lastUs !== undefined) encoder.sample(pid, tid, lastUs, 0);
}

/** Interned stacks by row of `model.nodes`. */
class Callstacks {
  readonly #model: SessionModel;
  readonly #encoder: TraceEncoder;
  /** Ids by node, 0 before they are known. Stacks with symbols add nodes. */
  #frames: Uint32Array = new Uint32Array(0);
  #stacks: Uint32Array = new Uint32Array(0);

  constructor(model: SessionModel, encoder: TraceEncoder) {
    this.#model = model;
    this.#encoder = encoder;
  }

  of(node: number): number {
    if (node >= this.#stacks.length) {
      this.#stacks = withRow(this.#stacks, this.#model.nodes.length - 1);
      this.#frames = withRow(this.#frames, this.#model.nodes.length - 1);
    }
    const known = uint32At(this.#stacks, node);
    if (known > 0) return known;
    const frames: number[] = [];
    for (let at = node; at !== 0; at = uint32At(this.#model.nodes.parent, at)) frames.push(this.#frame(at));
    const stack = this.#encoder.callstack(frames.reverse());
    this.#stacks[node] = stack;
    return stack;
  }

  #frame(node: number): number {
    const known = uint32At(this.#frames, node);
    if (known > 0) return known;
    const { class: className, method: name, label, sourceFile, sourcePath, line } = frameOf(this.#model, node);
    const method = this.#model.methods[uint32At(this.#model.nodes.method, node)];
    const image = this.#model.images[method?.image ?? 0];
    const isAppSection = method !== undefined && (method.modifiers & APP_SECTION) !== 0;
    const frame = this.#encoder.frame({
      name: className === '' ? label : `${className}.${name}`,
      image: isAppSection ? SECTION_MAPPING : (image?.path ?? ''),
      buildId: bytesOfHex(image?.id ?? ''),
      address: Math.max(0, method?.offset ?? 0),
      file: sourcePath || sourceFile,
      line,
    });
    this.#frames[node] = frame;
    return frame;
  }
}
