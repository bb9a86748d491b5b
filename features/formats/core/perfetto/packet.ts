import type { ProtoReader } from '../protobuf/proto-reader.ts';
import type { PacketKinds } from './tracks/packet-kinds.ts';
import { packetField, sequenceFlag } from './tracks/trace-fields.ts';

const parts = new Map<number, PartName>([
  [packetField.processTree, 'processTree'],
  [packetField.clockSnapshot, 'clockSnapshot'],
  [packetField.ftraceStats, 'ftraceStats'],
  [packetField.trackEvent, 'trackEvent'],
  [packetField.processDescriptor, 'processDescriptor'],
  [packetField.threadDescriptor, 'threadDescriptor'],
  [packetField.streamingProfile, 'streamingProfile'],
  [packetField.defaults, 'defaults'],
  [packetField.trackDescriptor, 'trackDescriptor'],
  [packetField.perfSample, 'perfSample'],
  [packetField.frameTimeline, 'frameTimeline'],
  [packetField.stackSample, 'stackSample'],
  [packetField.packages, 'packages'],
]);

export type PartName =
  | 'processTree'
  | 'clockSnapshot'
  | 'ftraceStats'
  | 'trackEvent'
  | 'processDescriptor'
  | 'threadDescriptor'
  | 'streamingProfile'
  | 'defaults'
  | 'trackDescriptor'
  | 'perfSample'
  | 'frameTimeline'
  | 'stackSample'
  | 'packages';

/** Packets within a packet. */
export interface CompressedPackets {
  readonly by: 'zlib' | 'zstd';
  readonly bytes: Uint8Array;
}

/** One packet in parts: writers put its fields in any order, and defaults count before events. */
export interface Packet extends Partial<Readonly<Record<PartName, ProtoReader>>> {
  readonly sequence: number;
  readonly timestamp: number | undefined;
  /** Undefined: the sequence's default. */
  readonly clock: number | undefined;
  readonly isCleared: boolean;
  readonly needsState: boolean;
  readonly isAfterLoss: boolean;
  /** Read in several passes, as the next. */
  readonly ftraceEvents: Uint8Array | undefined;
  readonly internedData: Uint8Array | undefined;
  readonly compressed: CompressedPackets | undefined;
}

/** @param kinds counts every field that has no case here */
export function packetOf(reader: ProtoReader, kinds: PacketKinds): Packet {
  const found: Partial<Record<PartName, ProtoReader>> = {};
  let [sequence, flags, isCleared, isAfterLoss] = [0, 0, false, false];
  let timestamp: number | undefined;
  let clock: number | undefined;
  let compressed: CompressedPackets | undefined;
  let internedData: Uint8Array | undefined;
  let ftraceEvents: Uint8Array | undefined;
  while (reader.next()) {
    kinds.bytes += reader.valueBytes;
    const part = parts.get(reader.field);
    if (part !== undefined) found[part] = reader.message();
    else if (reader.field === packetField.timestamp) timestamp = reader.unsigned();
    else if (reader.field === packetField.clock) clock = reader.unsigned();
    else if (reader.field === packetField.sequence) sequence = reader.unsigned();
    else if (reader.field === packetField.sequenceFlags) flags = reader.unsigned();
    else if (reader.field === packetField.isCleared) isCleared = reader.unsigned() !== 0;
    else if (reader.field === packetField.droppedBefore) isAfterLoss = reader.unsigned() !== 0;
    else if (reader.field === packetField.ftraceEvents) ftraceEvents = reader.bytes();
    else if (reader.field === packetField.internedData) internedData = reader.bytes();
    else if (reader.field === packetField.compressed) compressed = { by: 'zlib', bytes: reader.bytes() };
    else if (reader.field === packetField.zstdCompressed) compressed = { by: 'zstd', bytes: reader.bytes() };
    else kinds.unread(reader.field, reader.valueBytes);
  }
  reader.expectWhole();
  return {
    ...found,
    sequence,
    timestamp,
    clock,
    isCleared: isCleared || flags % 2 === sequenceFlag.cleared,
    needsState: Math.floor(flags / 2) % 2 === 1,
    isAfterLoss,
    ftraceEvents,
    internedData,
    compressed,
  };
}
