import { malformed } from '../import/import-errors.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { ProtoError, ProtoReader } from '../protobuf/proto-reader.ts';
import { bundleField, ftraceField } from './ftrace/ftrace-fields.ts';
import { PacketSplitter } from './packet-splitter.ts';
import { TracePackets } from './trace-packets.ts';
import { packetField, TRACE_PACKET } from './tracks/trace-fields.ts';

const LOOKS_LIKE = 'a trace of Perfetto';
const STEP = 256;
/** Packets have these fields; writers put few of them first. */
const known: ReadonlySet<number> = new Set(Object.values(packetField));
const owners: ReadonlySet<number> = new Set([
  packetField.sequence,
  packetField.timestamp,
  packetField.compressed,
  packetField.zstdCompressed,
]);
/** Above the numbers of today's fields of a packet. */
const MOST_FIELD = 3_000;

/** A list of packets, one of which has a field that this reader knows. */
export function looksLikePerfetto({ bytes }: Beginning): boolean {
  try {
    const reader = new ProtoReader(bytes);
    let packets = 0;
    let isKnown = false;
    while (reader.next()) {
      if (reader.field !== TRACE_PACKET) return false;
      const packet = packetOfAny(reader);
      if (packet === undefined) return false;
      packets++;
      isKnown ||= packet.isKnown;
    }
    return packets > 0 ? isKnown : beginsPacket(bytes);
  } catch (error) {
    if (error instanceof ProtoError) return false;
    throw error;
  }
}

/** A first packet that is longer than the begin. */
function beginsPacket(bytes: Uint8Array): boolean {
  return bytes.length >= 60_000 && bytes[0] === TRACE_PACKET * 8 + 2;
}

function packetOfAny(reader: ProtoReader): { readonly isKnown: boolean } | undefined {
  const packet = reader.message();
  let isKnown = false;
  let hasOwner = false;
  while (packet.next()) {
    if (packet.field > MOST_FIELD) return undefined;
    isKnown ||= packet.field !== packetField.processTree && known.has(packet.field);
    hasOwner ||= owners.has(packet.field) || (packet.field === packetField.ftraceEvents && hasTimedEvent(packet.message()));
  }
  return packet.isCut ? undefined : { isKnown: isKnown && hasOwner };
}

/** Bundles of ftrace need no other field: Android 9 and older number no sequences. */
function hasTimedEvent(bundle: ProtoReader): boolean {
  while (bundle.next()) {
    if (bundle.field === bundleField.compact) return true;
    if (bundle.field !== bundleField.event) continue;
    const event = bundle.message();
    return event.next() && event.field === ftraceField.timestamp && event.isVarint;
  }
  return false;
}

/** Slices of tracks, stacks of threads; packets are read as they come. */
export async function readPerfetto(task: ImportTask): Promise<void> {
  const { source, report, turns } = task;
  const splitter = new PacketSplitter();
  const packets = new TracePackets(task);
  let read = 0;
  const take = async (readers: Iterable<ProtoReader>): Promise<void> => {
    for (const reader of readers) {
      try {
        packets.add(reader);
      } catch (error) {
        if (!(error instanceof ProtoError)) throw error;
        report.skipped('damaged packets');
      }
      if (++read % STEP === 0) await turns.pause();
    }
  };
  try {
    for await (const chunk of source.chunks()) await take(splitter.feed(chunk));
    await take(splitter.end());
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error;
    if (splitter.packets === 0) throw malformed(source.name, LOOKS_LIKE, error.message, error);
    report.truncated(`in damage after ${splitter.packets.toLocaleString('en')} packets: ${error.message}`);
  }
  if (splitter.isCut) report.truncated(`after ${splitter.packets.toLocaleString('en')} packets`);
  report.read('packets', splitter.packets);
  report.read('packets within compressed ones', packets.unpacked);
  if (packets.events === 0 && packets.samples === 0 && packets.ftraceEvents === 0)
    throw malformed(source.name, LOOKS_LIKE, packets.whyEmpty);
  await packets.finish();
}
