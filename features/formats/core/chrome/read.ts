import { textField } from '../../../../core/text/json-fields.ts';
import type { Use } from '../import/each-line.ts';
import { malformed, unreadable } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import { scriptNames } from '../source-map/script-names.ts';
import { utf8Chunks } from '../text/utf8-chunks.ts';
import { type JsonBatch, JsonSplitter } from './json-splitter.ts';
import { StackFrames } from './stack-frames.ts';
import { TraceEvents } from './trace-events.ts';
import { type TraceProfile, type TraceThread, TraceThreads } from './trace-threads.ts';

const LOOKS_LIKE = 'a trace of Chrome';
const STEP = 256;
/** Most letters of an unknown list's name, in the report. */
const MOST_LETTERS = 40;

/** An object with `traceEvents`, or a list of events. */
export function looksLikeTrace({ json }: Beginning): boolean {
  if (json?.root === 'list') return json.entries.get('ph')?.kind === 'text';
  return json?.entries.get('traceEvents')?.kind === 'list' || json?.entries.get('stackFrames')?.kind === 'object';
}

/** Slices of threads become their stacks; V8's and Hermes' samples are called by the slices around them. */
export async function readTrace(task: ImportTask): Promise<void> {
  const { source, report } = task;
  const names = await scriptNames(task);
  const reading = new TraceReading(task);
  const splitter = new JsonSplitter();
  for await (const chunk of utf8Chunks(source)) await reading.take(splitter.feed(chunk));
  const { batches, isCut } = splitter.end();
  await reading.take(batches);
  report.skipped('events that are longer than 32 MiB or deeper than 1,000', splitter.overlong);
  report.skipped('events that are no JSON', splitter.damaged);
  if (isCut) report.truncated(`after ${reading.events.count.toLocaleString('en')} events`);
  report.read('events', reading.events.count);
  report.read('samples', reading.samples);
  if (reading.events.count === 0 && reading.samples === 0)
    throw isCut ? malformed(source.name, LOOKS_LIKE, 'has no events') : nothing(source.name);
  await reading.finish();
  names?.sayTo(report);
}

/** A whole file is not at fault. */
function nothing(name: string): Error {
  return unreadable(
    'format-unreadable',
    `${name} has the form of Chrome’s traces, but none of its entries has a phase with a time, or is a sample.`,
    'Open it in the tool that wrote it, and export events of the Trace Event Format there.',
  );
}

/** Facts of DevTools and other writers about a trace as a whole, of which sessions hold none. */
const ABOUT = new Set(['metadata', 'otherData', 'systemTraceEvents', 'powerTraceAsString', 'controllerTraceDataKey']);

/** A trace that comes in batches. */
export class TraceReading {
  readonly events: TraceEvents;
  samples = 0;
  readonly #task: ImportTask;
  readonly #threads: TraceThreads;
  readonly #frames: StackFrames;
  /** Holds all frames; threads share its nodes. */
  readonly #shared: TraceProfile;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#threads = new TraceThreads(task);
    this.events = new TraceEvents(task, this.#threads, (event, thread, atUs) => this.#add(event, thread, atUs));
    this.#shared = this.#threads.newProfile();
    this.#frames = new StackFrames(this.#shared.nodes, task.builder);
  }

  async take(batches: Iterable<JsonBatch>): Promise<void> {
    for (const { container, values, keys } of batches) {
      for (const [index, value] of values.entries()) {
        const use = this.#element(container, value, keys?.[index]);
        if (use !== true) this.#task.report.skipped(use);
        if (index % STEP === 0) await this.#task.turns.pause();
      }
    }
  }

  async finish(): Promise<void> {
    this.events.finish();
    await this.#threads.finish();
  }

  #element(container: string, value: unknown, key: string | undefined): Use {
    if (key === undefined) {
      if (container === '' || container === 'traceEvents') return this.events.add(value);
      if (container === 'samples') return this.#sample(value);
    } else if (container === 'stackFrames') {
      this.#frames.add(key, value);
      return true;
    }
    return ABOUT.has(container) || `entries of “${container.slice(0, MOST_LETTERS)}”`;
  }

  #sample(value: unknown): Use {
    const atUs = writtenNumber(value, 'ts');
    if (atUs === undefined) return 'samples without a time';
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
    const thread = this.#threads.thread(idText(value, 'pid'), idText(value, 'tid'));
    if (thread.name === '') this.#threads.name(thread, textField(value, 'comm'));
    return this.#add(value, thread, atUs);
  }

  #add(sample: unknown, thread: TraceThread, atUs: number): Use {
    if (this.samples === importLimits.samples) return 'samples beyond the bound';
    // Its nodes are of another tree.
    if (thread.isProfiled) return 'samples of threads that V8 sampled';
    this.samples++;
    thread.profile ??= { nodes: this.#shared.nodes, samples: this.#threads.newProfile().samples, endUs: undefined };
    thread.profile.samples.add(atUs, this.#frames.nodeOf(sample));
    return true;
  }
}
