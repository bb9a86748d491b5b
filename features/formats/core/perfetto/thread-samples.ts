import type { ImportTask } from '../import/profile-reader.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { type InlineFrame, stackSampleOf } from './stack-sample.ts';
import type { TraceSequence } from './trace-sequence.ts';
import type { TraceClocks } from './tracks/trace-clocks.ts';
import { sampleField, streamingField } from './tracks/trace-fields.ts';
import type { TraceTracks } from './tracks/trace-tracks.ts';

/** Deltas of one packet that are held. */
const MOST_PER_PACKET = 1 << 20;

/** Stacks of threads: of Linux' perf by moment, of streaming profiles by packet. */
export class ThreadSamples {
  count = 0;
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;

  readonly #clocks: TraceClocks;

  constructor(task: ImportTask, tracks: TraceTracks, clocks: TraceClocks) {
    this.#task = task;
    this.#tracks = tracks;
    this.#clocks = clocks;
  }

  /** One of Linux' perf. */
  addPerf(reader: ProtoReader, sequence: TraceSequence, atUs: number): void {
    let [pid, tid, isBroken] = [0, 0, false];
    let callstack: number | bigint = 0;
    while (reader.next()) {
      if (reader.field === sampleField.pid) pid = reader.unsigned();
      else if (reader.field === sampleField.tid) tid = reader.unsigned();
      else if (reader.field === sampleField.callstack) callstack = reader.id();
      else if (reader.field === sampleField.skipped || reader.field === sampleField.unwindError) isBroken ||= reader.unsigned() !== 0;
    }
    reader.expectWhole();
    if (isBroken && callstack === 0) {
      this.#task.report.skipped('samples without a stack');
      return;
    }
    this.#add({ pid, tid }, sequence, atUs, callstack);
  }

  /** One of any sampler, since Perfetto 58: with interned or inline frames, weighed by time or by another measure. */
  addStack(reader: ProtoReader, sequence: TraceSequence, atUs: number): void {
    const { report } = this.#task;
    const { task, counter, weight, frames, callstack } = stackSampleOf(reader, sequence);
    const thread = task === undefined || task.tid === 0 ? undefined : this.#tracks.threadOf(task);
    if (counter?.measure === 'other') report.skipped('samples of other measures than time');
    else if (thread === undefined) report.skipped('samples without a known thread');
    else if (frames === undefined && callstack === 0) report.skipped('samples without a stack');
    else {
      const added = this.#add(thread, sequence, atUs, callstack, frames === undefined ? undefined : this.#inlineStack(frames));
      if (added && counter?.measure === 'time' && weight > 0) thread.samples.intervalUs = (weight * counter.multiplier) / 1_000;
    }
  }

  #inlineStack(frames: readonly InlineFrame[]): number {
    const { builder } = this.#task;
    let stack = 0;
    for (const { name, file, line } of frames) {
      stack = builder.stack(stack, builder.frame({ function: name || '(unknown)', file, line }));
    }
    return stack;
  }

  /** Samples of the sequence's thread; the time goes on from its last sample. */
  addStreaming(reader: ProtoReader, sequence: TraceSequence): void {
    const stacks: (number | bigint)[] = [];
    const deltasUs: number[] = [];
    while (reader.next()) {
      if (reader.field === streamingField.callstacks)
        reader.eachNumber(() => {
          if (stacks.length < MOST_PER_PACKET) stacks.push(reader.id());
        });
      else if (reader.field === streamingField.deltasUs)
        reader.eachNumber(() => {
          if (deltasUs.length < MOST_PER_PACKET) deltasUs.push(reader.signed());
        });
    }
    reader.expectWhole();
    const { thread } = sequence;
    if (thread === undefined) {
      this.#task.report.skipped('samples without a thread', stacks.length);
      return;
    }
    for (const [index, callstack] of stacks.entries()) {
      const deltaUs = deltasUs[index];
      if (deltaUs !== undefined) sequence.lastUs += deltaUs;
      this.#add(thread, sequence, this.#clocks.ofMonotonicUs(sequence.lastUs), callstack);
    }
  }

  /** @param known of the builder; else the interned one of the id */
  #add(
    place: { readonly pid: number; readonly tid: number },
    sequence: TraceSequence,
    atUs: number,
    callstack: number | bigint,
    known?: number,
  ): boolean {
    const stack = known ?? (callstack === 0 ? 0 : sequence.interned.stack(callstack));
    if (stack === undefined) {
      this.#task.report.skipped('samples of stacks that the trace does not describe');
      return false;
    }
    if (!this.#tracks.affords(atUs)) return false;
    this.count++;
    const thread = this.#tracks.thread(place.pid, place.tid);
    thread.rows++;
    if (sequence.samplesPerSecond > 0) thread.samples.intervalUs = 1_000_000 / sequence.samplesPerSecond;
    thread.samples.hasEnds = sequence.hasEnds;
    thread.samples.add(atUs, stack);
    return true;
  }
}
