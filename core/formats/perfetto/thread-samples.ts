import type { ImportTask } from '../import/profile-reader.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
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
    let [pid, tid, callstack, isBroken] = [0, 0, 0, false];
    while (reader.next()) {
      if (reader.field === sampleField.pid) pid = reader.unsigned();
      else if (reader.field === sampleField.tid) tid = reader.unsigned();
      else if (reader.field === sampleField.callstack) callstack = reader.unsigned();
      else if (reader.field === sampleField.skipped || reader.field === sampleField.unwindError) isBroken ||= reader.unsigned() !== 0;
    }
    reader.expectWhole();
    if (isBroken && callstack === 0) {
      this.#task.report.skipped('samples without a stack');
      return;
    }
    this.#add({ pid, tid }, sequence, atUs, callstack);
  }

  /** Samples of the sequence's thread; the time goes on from its last sample. */
  addStreaming(reader: ProtoReader, sequence: TraceSequence): void {
    const stacks: number[] = [];
    const deltasUs: number[] = [];
    while (reader.next()) {
      const list = reader.field === streamingField.callstacks ? stacks : reader.field === streamingField.deltasUs ? deltasUs : undefined;
      if (list === undefined) continue;
      reader.eachNumber(() => {
        if (list.length < MOST_PER_PACKET) list.push(list === stacks ? reader.unsigned() : reader.signed());
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

  #add(place: { readonly pid: number; readonly tid: number }, sequence: TraceSequence, atUs: number, callstack: number): void {
    const stack = callstack === 0 ? 0 : sequence.interned.stack(callstack);
    if (stack === undefined) {
      this.#task.report.skipped('samples of stacks that the trace does not describe');
      return;
    }
    if (!this.#tracks.affords(atUs)) return;
    this.count++;
    const thread = this.#tracks.thread(place.pid, place.tid);
    thread.rows++;
    if (sequence.samplesPerSecond > 0) thread.samples.intervalUs = 1_000_000 / sequence.samplesPerSecond;
    thread.samples.hasEnds = sequence.hasEnds;
    thread.samples.add(atUs, stack);
  }
}
