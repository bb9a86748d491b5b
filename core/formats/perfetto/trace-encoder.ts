import { ProtoWriter } from '../protobuf/proto-writer.ts';
import {
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
  readonly #packet = new ProtoWriter();
  readonly #part = new ProtoWriter();
  readonly #inner = new ProtoWriter();
  /** New entries for the next packet. */
  readonly #interned = new ProtoWriter();
  readonly #ids = new Map<string, number>();
  readonly #counts = new Map<number, number>();

  /** The bytes since the last call. */
  take(): Uint8Array {
    const bytes = this.#out.take();
    this.#out.clear();
    return bytes;
  }

  /** The sequence's first packet. @param wallUs of session time 0, 0 if unknown */
  begin(wallUs: number, intervalUs: number): void {
    this.#packet.clear();
    this.#part.clear();
    this.#clock(builtinClock.boottime, BigInt(ORIGIN_NS));
    if (wallUs > 0) this.#clock(builtinClock.realtime, BigInt(wallUs) * 1_000n);
    this.#part.number(snapshotField.primary, builtinClock.boottime);
    this.#packet.message(packetField.clockSnapshot, this.#part);
    this.#end(0, sequenceFlag.cleared);
    this.#packet.clear();
    const [timebase, sample] = [new ProtoWriter(), new ProtoWriter()];
    timebase.number(defaultsField.frequency, Math.max(1, Math.round(1_000_000 / intervalUs)));
    timebase.text(defaultsField.timebaseName, WALL_TIMEBASE);
    sample.message(defaultsField.timebase, timebase);
    this.#part.clear();
    this.#part.number(defaultsField.clock, builtinClock.boottime);
    this.#part.message(defaultsField.perfSample, sample);
    this.#packet.message(packetField.defaults, this.#part);
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

  counter(track: number, atUs: number, value: number): void {
    this.#packet.clear();
    this.#part.clear();
    this.#part.number(eventField.type, eventType.counter);
    this.#part.number(eventField.track, track);
    this.#part.number(eventField.counter, Math.round(value));
    this.#packet.message(packetField.trackEvent, this.#part);
    this.#end(atUs);
  }

  /** @param callstack of `callstack`; 0 where the thread has none from here on */
  sample(pid: number, tid: number, atUs: number, callstack: number): void {
    this.#packet.clear();
    this.#part.clear();
    this.#part.number(sampleField.pid, pid);
    this.#part.number(sampleField.tid, tid);
    this.#part.number(sampleField.callstack, callstack);
    this.#packet.message(packetField.perfSample, this.#part);
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
    this.#part.message(snapshotField.clocks, this.#inner);
  }

  #track(uuid: number, kind: number | undefined, parent = 0, name = ''): void {
    this.#packet.clear();
    this.#part.clear();
    this.#part.number(trackField.uuid, uuid);
    this.#part.number(trackField.parent, parent);
    if (name !== '') this.#part.text(trackField.name, name);
    if (kind !== undefined) this.#part.message(kind, this.#inner);
    this.#packet.message(packetField.trackDescriptor, this.#part);
    this.#end(0);
  }

  #event(track: number, type: number, atUs: number, category = '', name?: string): void {
    const categoryIid = category === '' ? 0 : this.#text(internedField.categories, category);
    const nameIid = name === undefined ? 0 : this.#text(internedField.eventNames, name);
    this.#packet.clear();
    this.#part.clear();
    this.#part.number(eventField.type, type);
    this.#part.number(eventField.track, track);
    this.#part.number(eventField.categoryIid, categoryIid);
    this.#part.number(eventField.nameIid, nameIid);
    this.#packet.message(packetField.trackEvent, this.#part);
    this.#end(atUs);
  }

  #text(field: number, text: string): number {
    const key = `t${text}`;
    return this.#ids.get(`${field} ${key}`) ?? this.#bytes(field, key, new TextEncoder().encode(text));
  }

  #bytes(field: number, key: string, bytes: Uint8Array): number {
    return this.#id(field, key, (iid) => {
      this.#inner.number(textField.iid, iid);
      this.#inner.bytes(textField.text, bytes);
    });
  }

  /** @param fill writes a new entry */
  #id(field: number, key: string, fill: (iid: number) => void): number {
    const known = this.#ids.get(`${field} ${key}`);
    if (known !== undefined) return known;
    const iid = (this.#counts.get(field) ?? 0) + 1;
    this.#counts.set(field, iid);
    this.#ids.set(`${field} ${key}`, iid);
    this.#inner.clear();
    fill(iid);
    this.#interned.message(field, this.#inner);
    return iid;
  }

  #end(atUs: number, flags: number = sequenceFlag.needsState): void {
    if (this.#interned.length > 0) this.#packet.message(packetField.internedData, this.#interned);
    this.#interned.clear();
    const ns = ORIGIN_NS + Math.round(atUs * 1_000);
    // Damaged traces reach times of years.
    this.#packet.number(packetField.timestamp, Number.isSafeInteger(ns) ? ns : BigInt(ns));
    this.#packet.number(packetField.sequence, SEQUENCE);
    this.#packet.number(packetField.sequenceFlags, flags);
    this.#out.message(TRACE_PACKET, this.#packet);
  }
}
