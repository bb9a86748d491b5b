import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { type JsonBatch, JsonSplitter } from './json-splitter.ts';
import { StackFrames } from './stack-frames.ts';
import { TraceEvents } from './trace-events.ts';
import { type TraceProfile, TraceThreads } from './trace-threads.ts';
import { writtenId, writtenNumber } from './written-number.ts';

const LOOKS_LIKE = 'a trace of Chrome';
const STEP = 256;

/** An object with `traceEvents`, or a list of events. */
export function looksLikeTrace({ text }: Beginning): boolean {
  if (/^\s*\{/.test(text) && /"(?:traceEvents|stackFrames)"\s*:/.test(text)) return true;
  return /^\s*\[\s*\{[^[\]]{0,2000}"ph"\s*:\s*"[A-Za-z]"/.test(text);
}

/** Slices of threads become their stacks; V8's and Hermes' samples are called by the slices around them. */
export async function readTrace(task: ImportTask): Promise<void> {
  const { source, report } = task;
  const reading = new TraceReading(task);
  const splitter = new JsonSplitter();
  for await (const chunk of source.chunks()) await reading.take(splitter.feed(chunk));
  const { batches, isCut } = splitter.end();
  await reading.take(batches);
  report.skipped('events that are longer than 32 MiB or deeper than 1,000', splitter.overlong);
  report.skipped('events that are no JSON', splitter.damaged);
  if (isCut) report.truncated(`after ${reading.events.count.toLocaleString('en')} events`);
  report.read('events', reading.events.count);
  report.read('samples', reading.samples);
  if (reading.events.count === 0 && reading.samples === 0) throw malformed(source.name, LOOKS_LIKE, 'has no events');
  await reading.finish();
}

class TraceReading {
  readonly events: TraceEvents;
  samples = 0;
  readonly #task: ImportTask;
  readonly #threads: TraceThreads;
  readonly #frames = new StackFrames();
  /** Holds all frames; threads share its nodes. */
  readonly #shared: TraceProfile;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#threads = new TraceThreads(task);
    this.events = new TraceEvents(task, this.#threads);
    this.#shared = this.#threads.newProfile();
  }

  async take(batches: readonly JsonBatch[]): Promise<void> {
    for (const { container, values, keys } of batches) {
      for (const [index, value] of values.entries()) {
        if (keys === undefined) this.#element(container, value);
        else if (container === 'stackFrames') this.#frames.add(this.#shared, keys[index] ?? '', value);
        if (index % STEP === 0) await this.#task.turns.pause();
      }
    }
  }

  async finish(): Promise<void> {
    await this.#threads.finish();
  }

  #element(container: string, value: unknown): void {
    if (container === '' || container === 'traceEvents') this.events.add(value);
    else if (container === 'samples') this.#sample(value);
  }

  #sample(value: unknown): void {
    const atUs = writtenNumber(value, 'ts');
    if (atUs === undefined || this.samples === importLimits.samples) {
      this.#task.report.skipped('samples without a time or beyond the bound');
      return;
    }
    this.samples++;
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
    const thread = this.#threads.thread(writtenId(value, 'pid'), writtenId(value, 'tid'));
    thread.profile ??= { nodes: this.#shared.nodes, samples: this.#threads.newProfile().samples };
    thread.profile.samples.add(atUs, this.#frames.numberOf(value, 'sf'));
  }
}
