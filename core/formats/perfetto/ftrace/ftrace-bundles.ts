import type { ImportTask } from '../../import/profile-reader.ts';
import { ProtoError, ProtoReader } from '../../protobuf/proto-reader.ts';
import type { TraceClocks } from '../tracks/trace-clocks.ts';
import { builtinClock } from '../tracks/trace-fields.ts';
import { type TraceTracks, textOf } from '../tracks/trace-tracks.ts';
import { readCompact } from './compact-sched.ts';
import {
  bundleField,
  compactField,
  cpuStatsField,
  ftraceClock,
  ftraceField,
  newTaskField,
  renameField,
  statsField,
  switchField,
  wakingField,
} from './ftrace-fields.ts';
import type { SchedThreads } from './sched-threads.ts';

/** Linux has at most 8,192. */
const MOST_CORES = 8_192;
/** CLONE_THREAD of include/uapi/linux/sched.h: a thread of the same process. */
const CLONE_THREAD = 0x10000;
/** FtraceStats.Phase. */
const END_OF_TRACE = 2;

/** Ftrace's events of one core after the other -> the scheduler's changes. */
export class FtraceBundles {
  readonly #task: ImportTask;
  readonly #clocks: TraceClocks;
  readonly #tracks: TraceTracks;
  readonly #sched: SchedThreads;
  readonly #coresWithLoss = new Set<number>();
  /** Before the trace, and at its end; counts go on from boot. */
  readonly #lost = { before: 0, after: 0 };
  events = 0;

  constructor(task: ImportTask, clocks: TraceClocks, tracks: TraceTracks, sched: SchedThreads) {
    this.#task = task;
    this.#clocks = clocks;
    this.#tracks = tracks;
    this.#sched = sched;
  }

  /** @param bytes a bundle, read twice: its clock may follow its events */
  add(bytes: Uint8Array): void {
    const head = headOf(new ProtoReader(bytes));
    if (head.core >= MOST_CORES) throw new ProtoError(`a core has the number ${head.core}`);
    const offsetNs = this.#offsetNs(head);
    if (offsetNs === undefined) {
      this.#task.report.skipped('bundles of ftrace without a known clock');
      return;
    }
    if (head.isAfterLoss) {
      this.#coresWithLoss.add(head.core);
      this.#sched.lost(head.core);
    }
    const usOf = (ns: number): number => Math.round((ns + offsetNs) / 1_000);
    const bundle = new ProtoReader(bytes);
    while (bundle.next()) {
      if (bundle.field === bundleField.compact)
        this.events += readCompact(bundle.message(), this.#sched, head.core, usOf, this.#task.report);
      else if (bundle.field === bundleField.event) this.#event(bundle.message(), head.core, usOf);
    }
    bundle.expectWhole();
  }

  /** Counts of lost events, at the trace's begin and end. */
  stats(reader: ProtoReader): void {
    let [phase, lost] = [0, 0];
    while (reader.next()) {
      if (reader.field === statsField.phase) phase = reader.unsigned();
      if (reader.field !== statsField.ofCpu) continue;
      const cpu = reader.message();
      while (cpu.next()) if (lossFields.has(cpu.field)) lost += cpu.unsigned();
    }
    reader.expectWhole();
    if (phase === END_OF_TRACE) this.#lost.after = lost;
    else this.#lost.before = lost;
  }

  report(): void {
    const { report } = this.#task;
    const lost = this.#lost.after - this.#lost.before;
    if (lost > 0) report.skipped('events that the phone’s trace buffer lost', lost);
    const cores = this.#coresWithLoss.size;
    if (cores > 0)
      report.assumed(`${cores} ${cores === 1 ? 'core' : 'cores'} lost events: around them states are unknown, and slices may be too long.`);
  }

  #event(reader: ProtoReader, core: number, usOf: (ns: number) => number): void {
    let [ns, tid, kind] = [-1, 0, 0];
    let body: ProtoReader | undefined;
    while (reader.next()) {
      if (reader.field === ftraceField.timestamp) ns = reader.unsigned();
      else if (reader.field === ftraceField.tid) tid = reader.unsigned();
      else if (eventKinds.has(reader.field)) {
        kind = reader.field;
        body = reader.message();
      }
    }
    reader.expectWhole();
    if (ns < 0) {
      this.#task.report.skipped('events without a known time');
      return;
    }
    const atUs = usOf(ns);
    this.#sched.seen(core, atUs);
    if (body === undefined) this.#task.report.skipped('events of ftrace of other kinds');
    else {
      this.events++;
      this.#take(kind, body, core, tid, atUs);
      body.expectWhole();
    }
  }

  #take(kind: number, body: ProtoReader, core: number, tid: number, atUs: number): void {
    switch (kind) {
      case ftraceField.switched:
        this.#switched(body, core, atUs);
        return;
      case ftraceField.rename:
        this.#renamed(body);
        return;
      case ftraceField.newTask:
        this.#made(body, tid);
        return;
      default:
        this.#woken(body, tid, atUs);
    }
  }

  #switched(body: ProtoReader, core: number, atUs: number): void {
    let [outTid, outState, inTid] = [0, 0, 0];
    let [outName, inName] = ['', ''];
    while (body.next()) {
      if (body.field === switchField.outTid) outTid = body.signed();
      else if (body.field === switchField.outState) outState = body.signed();
      else if (body.field === switchField.inTid) inTid = body.signed();
      else if (body.field === switchField.outName) outName = textOf(body);
      else if (body.field === switchField.inName) inName = textOf(body);
    }
    this.#sched.switched(core, atUs, outTid, outState, inTid);
    this.#name(outTid, outName);
    this.#name(inTid, inName);
  }

  #woken(body: ProtoReader, waker: number, atUs: number): void {
    let tid = 0;
    let name = '';
    while (body.next()) {
      if (body.field === wakingField.tid) tid = body.signed();
      else if (body.field === wakingField.name) name = textOf(body);
    }
    this.#sched.woken(atUs, tid, waker);
    this.#name(tid, name);
  }

  #renamed(body: ProtoReader): void {
    let tid = 0;
    let name = '';
    while (body.next()) {
      if (body.field === renameField.tid) tid = body.signed();
      else if (body.field === renameField.name) name = textOf(body);
    }
    this.#name(tid, name);
  }

  #made(body: ProtoReader, maker: number): void {
    let [tid, flags] = [0, 0];
    let name = '';
    while (body.next()) {
      if (body.field === newTaskField.tid) tid = body.signed();
      else if (body.field === newTaskField.name) name = textOf(body);
      else if (body.field === newTaskField.cloneFlags) flags = body.unsigned();
    }
    if (tid <= 0) return;
    this.#name(tid, name);
    if (Math.floor(flags / CLONE_THREAD) % 2 === 1) this.#sched.thread(tid).maker = maker;
    else this.#tracks.thread(tid, tid);
  }

  #name(tid: number, name: string): void {
    if (tid > 0 && name !== '') this.#sched.thread(tid).name = name;
  }

  /** Of the trace's clock; one per bundle, which covers a fraction of a second. */
  #offsetNs({ clock, firstNs, ftraceNs, bootNs }: BundleHead): number | undefined {
    const isPaired = ftraceNs !== undefined && bootNs !== undefined;
    if (clock === ftraceClock.boottime) return this.#clocks.offsetNs(builtinClock.boottime, firstNs);
    if (clock === ftraceClock.monotonicRaw && !isPaired) return this.#clocks.offsetNs(builtinClock.monotonicRaw, firstNs);
    if (!isPaired || (clock !== ftraceClock.monotonicRaw && clock !== ftraceClock.global && clock !== ftraceClock.local)) return undefined;
    const bootOffsetNs = this.#clocks.offsetNs(builtinClock.boottime, bootNs);
    return bootOffsetNs === undefined ? undefined : bootOffsetNs + bootNs - ftraceNs;
  }
}

const eventKinds: ReadonlySet<number> = new Set([
  ftraceField.switched,
  ftraceField.wakeup,
  ftraceField.waking,
  ftraceField.wakeupNew,
  ftraceField.newTask,
  ftraceField.rename,
]);

const lossFields: ReadonlySet<number> = new Set(Object.values(cpuStatsField));

interface BundleHead {
  readonly core: number;
  readonly isAfterLoss: boolean;
  readonly clock: number;
  readonly firstNs: number;
  readonly ftraceNs: number | undefined;
  readonly bootNs: number | undefined;
}

function headOf(reader: ProtoReader): BundleHead {
  let [core, isAfterLoss, clock, firstNs] = [0, false, 0, 0];
  let ftraceNs: number | undefined;
  let bootNs: number | undefined;
  while (reader.next()) {
    if (reader.field === bundleField.cpu) core = reader.unsigned();
    else if (reader.field === bundleField.isAfterLoss) isAfterLoss = reader.unsigned() !== 0;
    else if (reader.field === bundleField.clock) clock = reader.unsigned();
    else if (reader.field === bundleField.ftraceNs) ftraceNs = reader.signed();
    else if (reader.field === bundleField.bootNs) bootNs = reader.signed();
    else if (firstNs === 0 && reader.field === bundleField.event) firstNs = timeOf(reader.message());
    else if (firstNs === 0 && reader.field === bundleField.compact) firstNs = firstTimeOf(reader.message());
  }
  reader.expectWhole();
  return { core, isAfterLoss, clock, firstNs, ftraceNs, bootNs };
}

function timeOf(event: ProtoReader): number {
  while (event.next()) if (event.field === ftraceField.timestamp) return event.unsigned();
  return 0;
}

function firstTimeOf(compact: ProtoReader): number {
  let first = 0;
  while (compact.next()) {
    if (compact.field !== compactField.switchTime && compact.field !== compactField.wakingTime) continue;
    compact.eachNumber(() => {
      if (first === 0) first = compact.unsigned();
    });
  }
  return first;
}
