import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { idNumber, idText, writtenNumber } from '../import/written-id.ts';
import { SamplerTicks, type TimedSample } from './sampler-ticks.ts';
import { SentryFrames } from './sentry-frames.ts';

const STEP = 1_024;
const MAIN_QUEUE = 'com.apple.main-thread';

interface SampledThread {
  readonly id: string;
  readonly samples: TimedSample[];
  /** Labels of the queues that it ran. */
  readonly queues: Set<string>;
}

interface SampledFile {
  /** Has the transaction, and libraries. */
  readonly owner: unknown;
  readonly profile: unknown;
  /** Handles of threads by id, which chunks share. */
  readonly handles: Map<string, number>;
}

/** Returns the number of samples. */
export async function readSamples(task: ImportTask, { owner, profile, handles }: SampledFile): Promise<number> {
  const { builder, report, turns } = task;
  const samples = listField(profile, 'samples');
  const frames = new SentryFrames(task, owner);
  const listed = listField(profile, 'frames').map((frame) => frames.of(frame));
  const stacks = listField(profile, 'stacks').map((stack) =>
    stackOf(task, Array.isArray(stack) ? stack.map((index) => listed[index]) : []),
  );
  const threads = new Map<string, SampledThread>();
  for (const [index, sample] of samples.entries()) {
    if (index % STEP === 0) await turns.pause();
    const atUs = timeUs(sample);
    const inline = field(sample, 'frames');
    const stack = Array.isArray(inline)
      ? stackOf(
          task,
          inline.map((frame) => frames.of(frame)),
        )
      : stacks[numberField(sample, 'stack_id') ?? -1];
    if (atUs === undefined || stack === undefined) {
      report.skipped('samples without a time or stack');
      continue;
    }
    const id = idText(sample, 'thread_id');
    const thread = threads.get(id) ?? { id, samples: [], queues: new Set<string>() };
    threads.set(id, thread);
    thread.samples.push({ atUs, stack, isIdle: textField(sample, 'state') === 'idle' });
    const label = textField(field(field(profile, 'queue_metadata'), textField(sample, 'queue_address')), 'label');
    if (label !== '') thread.queues.add(label);
  }
  for (const { samples: own } of threads.values()) own.sort((one, other) => one.atUs - other.atUs);
  const ticks = new SamplerTicks([...threads.values()].map((thread) => thread.samples));
  const main = mainOf(owner, profile, threads);
  for (const thread of threads.values()) {
    let handle = handles.get(thread.id);
    if (handle === undefined) {
      const name = threadName(profile, thread, thread.id === main);
      handle = builder.thread({ name, tid: idNumber(thread.id) ?? 0, ...(main === undefined ? {} : { isMain: thread.id === main }) });
      handles.set(thread.id, handle);
      report.read('threads');
    }
    for (const [row, { atUs, stack, isIdle }] of thread.samples.entries()) {
      if (row % STEP === 0) await turns.pause();
      builder.sample(handle, atUs, ticks.endUs(atUs, thread.samples[row + 1]?.atUs), stack, isIdle ? 'kernel' : undefined);
    }
  }
  if (ticks.usualUs > 0) builder.process({ intervalUs: ticks.usualUs });
  report.read('samples', samples.length);
  return samples.length;
}

/** Seconds since 1970 in chunks, nanoseconds since the profile's begin before. */
function timeUs(sample: unknown): number | undefined {
  const seconds = writtenNumber(sample, 'timestamp');
  if (seconds !== undefined) return seconds * 1e6;
  const ns = writtenNumber(sample, 'elapsed_since_start_ns') ?? writtenNumber(sample, 'relative_timestamp_ns');
  return ns === undefined ? undefined : ns / 1e3;
}

/** Handles come innermost first. */
function stackOf({ builder, report }: ImportTask, frames: readonly (number | undefined)[]): number {
  let stack = 0;
  for (const frame of frames.toReversed()) {
    if (frame === undefined) report.skipped('frames that the file does not list');
    else stack = builder.stack(stack, frame);
  }
  return stack;
}

/** By name, by its queue, by the transaction. Undefined if none of them says it. */
function mainOf(owner: unknown, profile: unknown, threads: ReadonlyMap<string, SampledThread>): string | undefined {
  const all = [...threads.values()];
  const named = all.find(({ id }) => metadataName(profile, id) === 'main');
  if (named !== undefined) return named.id;
  const queued = all.filter(({ queues }) => queues.has(MAIN_QUEUE)).sort((one, other) => other.samples.length - one.samples.length);
  const active = idText(field(owner, 'transaction') ?? listField(owner, 'transactions')[0], 'active_thread_id');
  // Others may have run its queue's blocks.
  return (queued.find(({ id }) => id === active) ?? queued[0])?.id ?? (threads.has(active) ? active : undefined);
}

function metadataName(profile: unknown, id: string): string {
  return textField(field(field(profile, 'thread_metadata'), id), 'name');
}

function threadName(profile: unknown, { id, queues }: SampledThread, isMain: boolean): string {
  const queue = [...queues].find((label) => label !== MAIN_QUEUE) ?? '';
  return metadataName(profile, id) || (isMain ? 'main' : queue) || `thread ${id}`;
}
