import { ProtoWriter } from '../protobuf/proto-writer.ts';
import { type FactKind, factCategory, type Notes } from './own/fact-names.ts';
import {
  annotationField,
  builtinClock,
  callstackField,
  clockField,
  counterField,
  defaultsField,
  eventField,
  eventType,
  frameField,
  internedField,
  mappingField,
  packetField,
  processField,
  sampleField,
  sequenceFlag,
  snapshotField,
  TRACE_PACKET,
  textField,
  threadField,
  trackField,
  WALL_TIMEBASE,
} from './tracks/trace-fields.ts';

/** Session time 0 as boot time: packets need a time above 0. */
export const ORIGIN_NS = 1_000_000_000;
const SEQUENCE = 1;

const firstPacket = sequenceFields(sequenceFlag.cleared);
const laterPacket = sequenceFields(sequenceFlag.needsState);

function sequenceFields(flags: number): Uint8Array {
  const fields = new ProtoWriter();
  fields.number(packetField.sequence, SEQUENCE);
  fields.number(packetField.sequenceFlags, flags);
  return fields.take();
}

export interface EncodedFrame {
  readonly name: string;
  /** Path of a library; '' for managed code. */
  readonly image: string;
  readonly buildId: Uint8Array;
  /** Within the image's file. */
  readonly address: number;
  readonly file: string;
  readonly line: number;
}

/** Packets of one sequence. Names, frames and stacks are interned: announced in the packet that first needs them. Times are session µs. */
export class TraceEncoder {
  readonly #out = new ProtoWriter();
  readonly #inner = new ProtoWriter();
  /** Of the last packet and its part. */
  #packet = 0;
  #part = 0;
  /** New entries for the next packet. */
  readonly #interned = new ProtoWriter();
  /** Keyed by field. */
  readonly #ids = new Map<number, Map<string, number>>();
  /** Process and thread of `#sampled`, and their fields. */
  #sampledPid = -1;
  #sampledTid = -1;
  #sampled: Uint8Array = new Uint8Array(0);

  /** The bytes since the last call. */
  take(): Uint8Array {
    const bytes = this.#out.take();
    this.#out.clear();
    return bytes;
  }

  /** The sequence's first packet. @param wallUs of session time 0, 0 if unknown */
  begin(wallUs: number, intervalUs: number): void {
    this.#begin(packetField.clockSnapshot);
    this.#clock(builtinClock.boottime, BigInt(ORIGIN_NS));
    if (wallUs > 0) this.#clock(builtinClock.realtime, BigInt(wallUs) * 1_000n);
    this.#out.number(snapshotField.primary, builtinClock.boottime);
    this.#end(0, firstPacket);
    const [timebase, sample] = [new ProtoWriter(), new ProtoWriter()];
    timebase.number(defaultsField.frequency, Math.max(1, Math.round(1_000_000 / intervalUs)));
    timebase.text(defaultsField.timebaseName, WALL_TIMEBASE);
    sample.message(defaultsField.timebase, timebase);
    this.#begin(packetField.defaults);
    this.#out.number(defaultsField.clock, builtinClock.boottime);
    this.#out.message(defaultsField.perfSample, sample);
    this.#end(0);
  }

  process(uuid: number, pid: number, name: string): void {
    this.#inner.clear();
    this.#inner.number(processField.pid, pid);
    this.#inner.text(processField.name, name);
    this.#track(uuid, trackField.process);
  }

  thread(uuid: number, pid: number, tid: number, name: string): void {
    this.#inner.clear();
    this.#inner.number(threadField.pid, pid);
    this.#inner.number(threadField.tid, tid);
    this.#inner.text(threadField.name, name);
    this.#track(uuid, trackField.thread);
  }

  /** A track of its own within a process. */
  childTrack(uuid: number, parent: number, name: string): void {
    this.#inner.clear();
    this.#track(uuid, undefined, parent, name);
  }

  /** @param unit CounterDescriptor.Unit */
  counterTrack(uuid: number, parent: number, name: string, unit: number): void {
    this.#inner.clear();
    this.#inner.number(counterField.unit, unit);
    this.#track(uuid, trackField.counter, parent, name);
  }

  slice(track: number, category: string, name: string, beginUs: number, endUs: number): void {
    this.#event(track, eventType.begin, beginUs, category, name);
    this.#event(track, eventType.end, endUs);
  }

  instant(track: number, category: string, name: string, atUs: number): void {
    this.#event(track, eventType.instant, atUs, category, name);
  }

  /** One of Laglens' own facts: a slice, or an instant without an end. */
  fact(
    track: number,
    kind: FactKind,
    name: string,
    { beginUs, endUs }: { readonly beginUs: number; readonly endUs: number | undefined },
    notes: Notes,
  ): void {
    const more = new ProtoWriter();
    for (const [key, value] of Object.entries(notes)) {
      const iid = this.#text(internedField.annotationNames, key);
      this.#inner.clear();
      this.#inner.number(annotationField.nameIid, iid);
      if (typeof value === 'string') this.#inner.text(annotationField.text, value);
      else this.#inner.number(annotationField.whole, Math.round(value), true);
      more.message(eventField.annotations, this.#inner);
    }
    this.#event(track, endUs === undefined ? eventType.instant : eventType.begin, beginUs, factCategory[kind], name, more.take());
    if (endUs !== undefined) this.#event(track, eventType.end, endUs);
  }

  counter(track: number, atUs: number, value: number): void {
    this.#begin(packetField.trackEvent);
    this.#out.number(eventField.type, eventType.counter);
    this.#out.number(eventField.track, track);
    this.#out.number(eventField.counter, Math.round(value));
    this.#end(atUs);
  }

  /** @param callstack of `callstack`; 0 where the thread has none from here on */
  sample(pid: number, tid: number, atUs: number, callstack: number): void {
    if (pid !== this.#sampledPid || tid !== this.#sampledTid) this.#sampleThread(pid, tid);
    this.#begin(packetField.perfSample);
    this.#out.again(this.#sampled);
    this.#out.number(sampleField.callstack, callstack);
    this.#end(atUs);
  }

  frame({ name, image, buildId, address, file, line }: EncodedFrame): number {
    const path = this.#text(internedField.mappingPaths, image);
    const id = buildId.length === 0 ? 0 : this.#bytes(internedField.buildIds, `b${buildId.join(' ')}`, buildId);
    const mapping = this.#id(internedField.mappings, `${path} ${id}`, (iid) => {
      this.#inner.number(mappingField.iid, iid);
      this.#inner.number(mappingField.buildId, id);
      this.#inner.number(mappingField.paths, path);
    });
    const named = this.#text(internedField.functionNames, name);
    const source = file === '' ? 0 : this.#text(internedField.sourcePaths, file);
    return this.#id(internedField.frames, `${named} ${mapping} ${address} ${source} ${line}`, (iid) => {
      this.#inner.number(frameField.iid, iid);
      this.#inner.number(frameField.functionName, named);
      this.#inner.number(frameField.mapping, mapping);
      this.#inner.number(frameField.address, address);
      this.#inner.number(frameField.sourcePath, source);
      this.#inner.number(frameField.line, line);
    });
  }

  /** @param frames outermost first */
  callstack(frames: readonly number[]): number {
    return this.#id(internedField.callstacks, frames.join(' '), (iid) => {
      this.#inner.number(callstackField.iid, iid);
      for (const frame of frames) this.#inner.number(callstackField.frames, frame);
    });
  }

  #clock(id: number, timestamp: bigint): void {
    this.#inner.clear();
    this.#inner.number(clockField.id, id);
    this.#inner.number(clockField.timestamp, timestamp);
    this.#out.message(snapshotField.clocks, this.#inner);
  }

  #sampleThread(pid: number, tid: number): void {
    this.#sampledPid = pid;
    this.#sampledTid = tid;
    this.#inner.clear();
    this.#inner.number(sampleField.pid, pid);
    this.#inner.number(sampleField.tid, tid);
    this.#sampled = this.#inner.take();
  }

  #track(uuid: number, kind: number | undefined, parent = 0, name = ''): void {
    this.#begin(packetField.trackDescriptor);
    this.#out.number(trackField.uuid, uuid);
    this.#out.number(trackField.parent, parent);
    if (name !== '') this.#out.text(trackField.name, name);
    if (kind !== undefined) this.#out.message(kind, this.#inner);
    this.#end(0);
  }

  #event(track: number, type: number, atUs: number, category = '', name?: string, more?: Uint8Array): void {
    const categoryIid = category === '' ? 0 : this.#text(internedField.categories, category);
    const nameIid = name === undefined ? 0 : this.#text(internedField.eventNames, name);
    this.#begin(packetField.trackEvent);
    this.#out.number(eventField.type, type);
    this.#out.number(eventField.track, track);
    this.#out.number(eventField.categoryIid, categoryIid);
    this.#out.number(eventField.nameIid, nameIid);
    if (more !== undefined) this.#out.again(more);
    this.#end(atUs);
  }

  #text(field: number, text: string): number {
    const key = `t${text}`;
    return this.#ids.get(field)?.get(key) ?? this.#bytes(field, key, new TextEncoder().encode(text));
  }

  #bytes(field: number, key: string, bytes: Uint8Array): number {
    return this.#id(field, key, (iid) => {
      this.#inner.number(textField.iid, iid);
      this.#inner.bytes(textField.text, bytes);
    });
  }

  /** @param fill writes a new entry */
  #id(field: number, key: string, fill: (iid: number) => void): number {
    const ids = this.#ids.get(field) ?? new Map<string, number>();
    const known = ids.get(key);
    if (known !== undefined) return known;
    const iid = ids.size + 1;
    if (iid === 1) this.#ids.set(field, ids);
    ids.set(key, iid);
    this.#inner.clear();
    fill(iid);
    this.#interned.message(field, this.#inner);
    return iid;
  }

  /** A packet of one part. */
  #begin(part: number): void {
    this.#packet = this.#out.open(TRACE_PACKET);
    this.#part = this.#out.open(part);
  }

  #end(atUs: number, sequence: Uint8Array = laterPacket): void {
    const out = this.#out;
    out.close(this.#part);
    if (this.#interned.length > 0) out.message(packetField.internedData, this.#interned);
    this.#interned.clear();
    const ns = ORIGIN_NS + Math.round(atUs * 1_000);
    // Damaged traces reach times of years.
    out.number(packetField.timestamp, Number.isSafeInteger(ns) ? ns : BigInt(ns));
    out.again(sequence);
    out.close(this.#packet);
  }
}
