import { Slices } from '../../chrome/slices.ts';
import { importLimits } from '../../import/import-limits.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import { isPlaceholder } from './placeholder-names.ts';
import { SampleMoments } from './sample-moments.ts';
import { counterField, processField, threadField, trackField } from './trace-fields.ts';

export type TrackId = number | bigint;

export interface TraceThread {
  readonly pid: number;
  readonly tid: number;
  name: string;
  readonly slices: Slices;
  readonly samples: SampleMoments;
  rows: number;
  /** Of them, those of Android's trace sections. */
  atraceRows: number;
}

/** A track by its descriptors, as far as they came: events may come first. */
export interface Track {
  name: string;
  parent: TrackId | undefined;
  /** Set for a process's or a thread's track. */
  pid: number;
  thread: TraceThread | undefined;
  isCounter: boolean;
  multiplier: number;
  /** Undefined until its first slice; a thread's are the thread's. */
  slices: Slices | undefined;
}

/** Parents of a track; deeper ones are unknown. */
const MOST_PARENTS = 32;

/** Tracks, threads and names of processes of a trace. */
export class TraceTracks {
  readonly processNames = new Map<number, string>();
  /** Applications that are installed, by id. */
  readonly packages = new Set<string>();
  readonly threads = new Map<string, TraceThread>();
  readonly tracks = new Map<TrackId, Track>();
  latestUs = Number.NEGATIVE_INFINITY;
  readonly #task: ImportTask;
  /** The last thread of each id. */
  readonly #byTid = new Map<number, TraceThread>();
  #rows = 0;

  constructor(task: ImportTask) {
    this.#task = task;
  }

  track(id: TrackId): Track {
    const known = this.tracks.get(id);
    if (known !== undefined) return known;
    const made = { name: '', parent: undefined, pid: 0, thread: undefined, isCounter: false, multiplier: 1, slices: undefined };
    if (this.tracks.size < importLimits.threads) this.tracks.set(id, made);
    else this.#task.report.skipped('references to tracks beyond the bound');
    return made;
  }

  thread(pid: number, tid: number): TraceThread {
    const key = `${pid} ${tid}`;
    const known = this.threads.get(key);
    if (known !== undefined) return known;
    const made = { pid, tid, name: '', slices: new Slices(), samples: new SampleMoments(), rows: 0, atraceRows: 0 };
    if (this.threads.size < importLimits.threads) {
      this.threads.set(key, made);
      this.#byTid.set(tid, made);
    } else this.#task.report.skipped('references to threads beyond the bound');
    return made;
  }

  /** Process 0 is unknown: undefined if no thread has the id yet. */
  threadOf({ pid, tid }: { readonly pid: number; readonly tid: number }): TraceThread | undefined {
    return pid === 0 ? this.#byTid.get(tid) : this.thread(pid, tid);
  }

  /** False where there is no room for another slice or sample. */
  affords(atUs: number): boolean {
    if (this.#rows++ >= importLimits.samples) {
      this.#task.report.skipped('slices and samples beyond the bound');
      return false;
    }
    this.reached(atUs);
    return true;
  }

  /** The trace lasts at least until then. */
  reached(atUs: number): void {
    this.latestUs = Math.max(this.latestUs, atUs);
  }

  /** The first name holds. */
  nameThread(pid: number, tid: number, name: string): void {
    const thread = this.thread(pid, tid);
    thread.name ||= this.#task.builder.held.copyOf(name);
  }

  namePackage(name: string): void {
    if (!this.packages.has(name) && this.#task.builder.held.takes(name.length)) this.packages.add(name);
  }

  /** A later name holds, but not one of the process's maker. */
  nameProcess(pid: number, name: string): void {
    if (isPlaceholder(name) && this.processNames.has(pid)) return;
    if (name === '' || this.processNames.size >= importLimits.threads) return;
    this.processNames.set(pid, this.#task.builder.held.instead(this.processNames.get(pid) ?? '', name));
  }

  describe(reader: ProtoReader): void {
    let id: TrackId = 0;
    let parent: TrackId | undefined;
    let name = '';
    let counter: ProtoReader | undefined;
    let process: ProtoReader | undefined;
    let thread: ProtoReader | undefined;
    while (reader.next()) {
      if (reader.field === trackField.uuid) id = reader.id();
      else if (reader.field === trackField.parent) parent = reader.id();
      else if (isName(reader.field)) name = textOf(reader);
      else if (reader.field === trackField.process) process = reader.message();
      else if (reader.field === trackField.thread) thread = reader.message();
      else if (reader.field === trackField.counter) counter = reader.message();
    }
    reader.expectWhole();
    const track = this.track(id);
    track.parent = parent ?? track.parent;
    track.name = this.#task.builder.held.instead(track.name, name || track.name);
    if (process !== undefined) track.pid = this.process(process);
    if (thread !== undefined) track.thread = this.describeThread(thread, name).thread;
    if (counter === undefined) return;
    track.isCounter = true;
    while (counter.next()) if (counter.field === counterField.multiplier) track.multiplier = counter.signed() || 1;
  }

  /** @returns its pid */
  process(reader: ProtoReader): number {
    let pid = 0;
    let name = '';
    let command = '';
    while (reader.next()) {
      if (reader.field === processField.pid) pid = reader.signed();
      else if (reader.field === processField.name) name = textOf(reader);
      else if (reader.field === processField.commandLine) command ||= textOf(reader);
    }
    this.nameProcess(pid, name || command);
    return pid;
  }

  /** @returns with the time from which old events of its sequence count */
  describeThread(reader: ProtoReader, trackName = ''): { readonly thread: TraceThread; readonly referenceUs: number } {
    let [pid, tid, referenceUs] = [0, 0, 0];
    let name = '';
    while (reader.next()) {
      if (reader.field === threadField.pid) pid = reader.signed();
      else if (reader.field === threadField.tid) tid = reader.signed();
      else if (reader.field === threadField.name) name = textOf(reader);
      else if (reader.field === threadField.referenceUs) referenceUs = reader.signed();
    }
    const thread = this.thread(pid, tid);
    thread.name = this.#task.builder.held.instead(thread.name, name || trackName || thread.name);
    return { thread, referenceUs };
  }

  /** The thread or process of a track, over its parents. */
  ownerOf(track: Track): { readonly pid: number; readonly thread: TraceThread | undefined } {
    let at: Track | undefined = track;
    for (let up = 0; up < MOST_PARENTS && at !== undefined; up++) {
      if (at.thread !== undefined) return { pid: at.thread.pid, thread: at.thread };
      if (at.pid !== 0) return { pid: at.pid, thread: undefined };
      at = at.parent === undefined ? undefined : this.tracks.get(at.parent);
    }
    return { pid: 0, thread: undefined };
  }
}

function isName(field: number): boolean {
  return field === trackField.name || field === trackField.staticName || field === trackField.atraceName;
}

export function textOf(reader: ProtoReader): string {
  return new TextDecoder().decode(reader.bytes().subarray(0, 4_096));
}
