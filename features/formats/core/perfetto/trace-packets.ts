import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { ProtoReader } from '../protobuf/proto-reader.ts';
import { AtraceSlices } from './ftrace/atrace-slices.ts';
import { FtraceBundles } from './ftrace/ftrace-bundles.ts';
import { ownedFrame } from './ftrace/lock-contention.ts';
import { type SchedThread, SchedThreads } from './ftrace/sched-threads.ts';
import { scheduledThreads } from './ftrace/thread-owners.ts';
import { TraceImages } from './interned-data.ts';
import { mainProcessOf } from './main-process.ts';
import { type CompressedPackets, type Packet, packetOf } from './packet.ts';
import { nameProcesses, readPackages } from './process-names.ts';
import { readProcessTree } from './process-tree.ts';
import { SessionOfTrace } from './session-of-trace.ts';
import { ThreadSamples } from './thread-samples.ts';
import { TraceSequence } from './trace-sequence.ts';
import { TrackEvents } from './track-events.ts';
import { FrameTimeline } from './tracks/frame-timeline.ts';
import { PacketKinds } from './tracks/packet-kinds.ts';
import { TraceClocks } from './tracks/trace-clocks.ts';
import { TRACE_PACKET } from './tracks/trace-fields.ts';
import { TraceTracks } from './tracks/trace-tracks.ts';

/** Most bytes of one compressed packet. */
const MOST_UNPACKED = 64 << 20;

/** Packets in the file's order -> tracks, slices and samples. */
export class TracePackets {
  readonly #task: ImportTask;
  readonly #clocks = new TraceClocks();
  readonly #tracks: TraceTracks;
  readonly #images: TraceImages;
  readonly #events: TrackEvents;
  readonly #samples: ThreadSamples;
  readonly #sched: SchedThreads;
  readonly #atrace: AtraceSlices;
  readonly #ftrace: FtraceBundles;
  readonly #frames: FrameTimeline;
  /** Thread ids by the frame of a slice that waits for a lock. */
  readonly #lockOwners = new Map<number, number>();
  readonly #sequences = new Map<number, TraceSequence>();
  readonly #kinds = new PacketKinds();
  /** Packets that were compressed. */
  unpacked = 0;
  #unpackedBytes = 0;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#tracks = new TraceTracks(task);
    this.#images = new TraceImages(task);
    this.#events = new TrackEvents(task, this.#tracks, this.#clocks, this.#kinds);
    this.#samples = new ThreadSamples(task, this.#tracks, this.#clocks);
    this.#frames = new FrameTimeline(task.report);
    this.#sched = new SchedThreads(task, () => this.#ofMainProcess());
    this.#atrace = new AtraceSlices(task, this.#tracks, (name) => ownedFrame(this.#events.sectionFrame(name), name, this.#lockOwners));
    this.#ftrace = new FtraceBundles(task, this.#clocks, this.#tracks, this.#sched, this.#atrace, this.#kinds);
  }

  get events(): number {
    return this.#events.count;
  }

  get ftraceEvents(): number {
    return this.#ftrace.events;
  }

  get samples(): number {
    return this.#samples.count;
  }

  /** A clause for traces without anything to show. */
  get whyEmpty(): string {
    this.#kinds.finish(this.#task.report);
    const { lines } = this.#task.report;
    const left = lines
      .filter((line) => !line.startsWith('Read'))
      .join(' ')
      .replace(/\.$/, '');
    return `has no slices, stacks or states that Laglens reads${left === '' ? '' : `. ${left}`}`;
  }

  /** @throws ProtoError for a damaged packet */
  add(reader: ProtoReader): void {
    const packet = packetOf(reader, this.#kinds);
    if (packet.compressed !== undefined) this.#unpack(packet.compressed);
    else this.#take(packet);
  }

  async finish(): Promise<void> {
    this.#kinds.finish(this.#task.report);
    this.#task.report.read('events', this.events);
    this.#task.report.read('samples', this.samples);
    this.#task.report.read('events of ftrace', this.ftraceEvents);
    this.#ftrace.losses.finish();
    this.#atrace.finish();
    nameProcesses(this.#tracks, this.#sched);
    const ftrace = {
      sched: this.#sched,
      atraceRows: [...this.#atrace.rows.values()],
      lockOwners: this.#lockOwners,
      frames: this.#frames,
      own: this.#events.facts,
      counted: this.#events.counted,
    };
    await new SessionOfTrace(this.#task, this.#tracks, this.#events.dispatches, ftrace).build(this.#clocks.wallOffsetNs);
  }

  /** As far as the trace was read. */
  #ofMainProcess(): (thread: SchedThread) => boolean {
    nameProcesses(this.#tracks, this.#sched);
    const scheduled = scheduledThreads(this.#tracks, this.#sched);
    const main = mainProcessOf(this.#tracks, scheduled, this.#frames.counts).pid;
    const kept = new Set([...scheduled].filter(([{ pid }]) => pid === main).map(([, thread]) => thread));
    return (thread) => kept.has(thread);
  }

  /** Packed packets hold no packed ones. */
  #unpack({ by, bytes }: CompressedPackets): void {
    const { inflate, unzstd, report } = this.#task;
    const unpack = by === 'zlib' ? inflate : unzstd;
    const unpacked = this.#unpackedBytes < importLimits.fileBytes ? unpack?.(bytes, MOST_UNPACKED) : undefined;
    if (unpacked === undefined) {
      report.skipped(`packets compressed by ${by} that could not be unpacked`);
      return;
    }
    this.#unpackedBytes += unpacked.length;
    const reader = new ProtoReader(unpacked);
    while (reader.next()) {
      if (reader.field !== TRACE_PACKET) continue;
      const packet = packetOf(reader.message(), this.#kinds);
      this.unpacked++;
      if (packet.compressed === undefined) this.#take(packet);
      else report.skipped('compressed packets within compressed ones');
    }
    reader.expectWhole();
  }

  #take(packet: Packet): void {
    const sequence = this.#sequence(packet.sequence);
    if (packet.isAfterLoss) sequence.isWhole = false;
    if (packet.isCleared) sequence.clear();
    if (packet.clockSnapshot !== undefined) this.#clocks.snapshot(packet.clockSnapshot, packet.sequence);
    if (packet.ftraceEvents !== undefined) this.#ftrace.add(packet.ftraceEvents);
    if (packet.ftraceStats !== undefined) this.#ftrace.losses.stats(packet.ftraceStats);
    if (packet.processTree !== undefined) readProcessTree(packet.processTree, this.#tracks);
    if (packet.packages !== undefined) readPackages(packet.packages, this.#tracks);
    if (packet.processDescriptor !== undefined) this.#tracks.process(packet.processDescriptor);
    if (packet.threadDescriptor !== undefined) sequence.setThread(packet.threadDescriptor, this.#tracks);
    if (packet.trackDescriptor !== undefined) this.#tracks.describe(packet.trackDescriptor);
    if (packet.needsState && !sequence.isWhole) {
      this.#task.report.skipped('packets whose names were lost');
      return;
    }
    if (packet.defaults !== undefined) sequence.setDefaults(packet.defaults);
    if (packet.internedData !== undefined) sequence.interned.add(packet.internedData);
    this.#timed(packet, sequence);
  }

  #timed(packet: Packet, sequence: TraceSequence): void {
    const { trackEvent, perfSample, stackSample, streamingProfile, frameTimeline, timestamp } = packet;
    if (streamingProfile !== undefined) this.#samples.addStreaming(streamingProfile, sequence);
    const ns = timestamp === undefined ? undefined : this.#clocks.traceNs(timestamp, packet.clock ?? sequence.clock, packet.sequence);
    const atUs = ns === undefined ? undefined : ns / 1_000;
    if (trackEvent !== undefined) this.#events.add(trackEvent, sequence, atUs);
    if (frameTimeline !== undefined && ns !== undefined) this.#frames.add(frameTimeline, Math.round(ns / 1_000));
    if (perfSample === undefined && stackSample === undefined) return;
    if (atUs === undefined) this.#task.report.skipped('samples without a known time');
    else if (perfSample !== undefined) this.#samples.addPerf(perfSample, sequence, atUs);
    else if (stackSample !== undefined) this.#samples.addStack(stackSample, sequence, atUs);
  }

  #sequence(id: number): TraceSequence {
    const known = this.#sequences.get(id);
    if (known !== undefined) return known;
    const made = new TraceSequence(this.#task, this.#images);
    if (this.#sequences.size < importLimits.threads) this.#sequences.set(id, made);
    else this.#task.report.skipped('packets of producers beyond the bound');
    return made;
  }
}
