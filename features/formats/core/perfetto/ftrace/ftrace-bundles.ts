import type { ImportTask } from '../../import/profile-reader.ts';
import { ProtoError, ProtoReader } from '../../protobuf/proto-reader.ts';
import type { PacketKinds } from '../tracks/packet-kinds.ts';
import type { TraceClocks } from '../tracks/trace-clocks.ts';
import { builtinClock } from '../tracks/trace-fields.ts';
import { type TraceTracks, textOf } from '../tracks/trace-tracks.ts';
import type { AtraceSlices } from './atrace-slices.ts';
import { type BundleHead, headOf } from './bundle-head.ts';
import { type Proof, readCompact } from './compact-sched.ts';
import {
  blockedReasonField,
  bundleField,
  ftraceClock,
  ftraceField,
  leftOfBundles,
  newTaskField,
  printField,
  renameField,
  switchField,
  wakingField,
} from './ftrace-fields.ts';
import { FtraceLosses } from './ftrace-losses.ts';
import type { SchedThreads } from './sched-threads.ts';

/** Linux has at most 8,192. */
const MOST_CORES = 8_192;
/** Most proofs of one bundle, a page of the kernel's buffer. */
const MOST_PROOFS = 1 << 16;
/** CLONE_THREAD of include/uapi/linux/sched.h: a thread of the same process. */
const CLONE_THREAD = 0x10000;

/** Ftrace's events of one core after the other -> the scheduler's changes. */
export class FtraceBundles {
  readonly #task: ImportTask;
  readonly #clocks: TraceClocks;
  readonly #tracks: TraceTracks;
  readonly #sched: SchedThreads;
  readonly #atrace: AtraceSlices;
  readonly #kinds: PacketKinds;
  readonly losses: FtraceLosses;
  events = 0;

  constructor(task: ImportTask, clocks: TraceClocks, tracks: TraceTracks, sched: SchedThreads, atrace: AtraceSlices, kinds: PacketKinds) {
    this.#kinds = kinds;
    this.#task = task;
    this.#clocks = clocks;
    this.#tracks = tracks;
    this.#sched = sched;
    this.#atrace = atrace;
    this.losses = new FtraceLosses(task.report);
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
      this.losses.lostOn(head.core);
      this.#sched.lost(head.core);
    }
    const usOf = (ns: number): number => Math.round((ns + offsetNs) / 1_000);
    const bundle = new ProtoReader(bytes);
    const columns: ProtoReader[] = [];
    const proofs: Proof[] = [];
    const happened = (ns: number, tid: number, kind: number): void => {
      // Interrupts, too, cause wakings, also in the middle of a switch.
      const isByThread = tid >= 0 && byThreads.has(kind);
      // Switches in columns follow the bundle's other events in the file, not in time.
      if (head.isCompact) {
        if (isByThread && proofs.length < MOST_PROOFS) proofs.push({ ns, tid });
      } else if (isByThread) this.#sched.ran(head.core, usOf(ns), tid);
      else this.#sched.seen(head.core, usOf(ns));
    };
    while (bundle.next()) {
      if (bundle.field === bundleField.compact) columns.push(bundle.message());
      else if (bundle.field === bundleField.event) this.#event(bundle.message(), head.core, usOf, happened);
      else if (!ofHeads.has(bundle.field)) this.#kinds.unreadIn('bundles of ftrace', bundle.field, bundle.valueBytes, leftOfBundles);
    }
    bundle.expectWhole();
    for (const reader of columns)
      this.events += readCompact(reader, this.#sched, head.core, usOf, this.#task.report, proofs.splice(0), this.#kinds);
  }

  #event(reader: ProtoReader, core: number, usOf: (ns: number) => number, happened: (ns: number, tid: number, kind: number) => void): void {
    let [ns, tid, kind] = [-1, -1, 0];
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
    happened(ns, tid, kind);
    if (body === undefined) this.#task.report.skipped('events of ftrace of other kinds');
    else {
      this.events++;
      this.#take(kind, body, core, Math.max(0, tid), atUs);
      body.expectWhole();
    }
  }

  #take(kind: number, body: ProtoReader, core: number, tid: number, atUs: number): void {
    switch (kind) {
      case ftraceField.print:
        this.#printed(body, tid, atUs);
        return;
      case ftraceField.switched:
        this.#switched(body, core, atUs);
        return;
      case ftraceField.rename:
        this.#renamed(body);
        return;
      case ftraceField.newTask:
        this.#made(body, tid);
        return;
      case ftraceField.blockedReason:
        this.#blocked(body, atUs);
        return;
      default:
        this.#woken(body, atUs, kind === ftraceField.wakeup);
    }
  }

  #printed(body: ProtoReader, tid: number, atUs: number): void {
    while (body.next()) if (body.field === printField.text) this.#atrace.add(tid, atUs, textOf(body));
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

  #woken(body: ProtoReader, atUs: number, isAgain: boolean): void {
    let tid = 0;
    let name = '';
    while (body.next()) {
      if (body.field === wakingField.tid) tid = body.signed();
      else if (body.field === wakingField.name) name = textOf(body);
    }
    this.#sched.woken(atUs, tid, isAgain);
    this.#name(tid, name);
  }

  #blocked(body: ProtoReader, atUs: number): void {
    let [tid, isForDisk] = [0, false];
    while (body.next()) {
      if (body.field === blockedReasonField.tid) tid = body.signed();
      else if (body.field === blockedReasonField.isForDisk) isForDisk = body.unsigned() !== 0;
    }
    this.#sched.blocked(atUs, tid, isForDisk);
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
    if (tid > 0 && name !== '') this.#sched.name(tid, name);
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

/** Read by `headOf`. */
const ofHeads: ReadonlySet<number> = new Set(Object.values(bundleField));

const eventKinds: ReadonlySet<number> = new Set([
  ftraceField.print,
  ftraceField.switched,
  ftraceField.wakeup,
  ftraceField.blockedReason,
  ftraceField.waking,
  ftraceField.wakeupNew,
  ftraceField.newTask,
  ftraceField.rename,
]);
/** Kinds that the thread itself causes. */
const byThreads: ReadonlySet<number> = new Set([ftraceField.print, ftraceField.newTask, ftraceField.rename]);
