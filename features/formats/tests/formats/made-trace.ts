import { zstdCompressSync } from 'node:zlib';
import { ProtoWriter } from '../../core/protobuf/proto-writer.ts';

/** A message as its fields: a list repeats a field. */
export interface Fields {
  readonly [field: number]: Value | readonly Value[];
}
/** Numbers of one field, packed. */
interface Packed {
  readonly packed: readonly number[];
}
type Value = number | string | Fields | Packed;

export function messageOf(fields: Fields): ProtoWriter {
  const writer = new ProtoWriter();
  for (const [key, values] of Object.entries(fields)) {
    for (const value of isList(values) ? values : [values]) {
      if (typeof value === 'number') writer.number(Number(key), value, true);
      else if (typeof value === 'string') writer.text(Number(key), value);
      else if (isPacked(value)) writer.numbers(Number(key), value.packed);
      else writer.message(Number(key), messageOf(value));
    }
  }
  return writer;
}

function isList(values: Value | readonly Value[]): values is readonly Value[] {
  return Array.isArray(values);
}

function isPacked(value: Fields | Packed): value is Packed {
  return 'packed' in value;
}

export function traceOf(packets: readonly Fields[]): Uint8Array {
  return messageOf({ 1: packets }).take();
}

/** Sequence's clock 64 counts microseconds, each from the packet before. */
const incremental = (deltaUs: number, event: Fields, more: Fields = {}): Fields => ({ 10: 5, 13: 2, 8: deltaUs, 11: event, ...more });
const [begin, end, counter] = [1, 2, 4];
const boottime = (ns: number, event: Fields): Fields => ({ 10: 6, 8: ns, 58: 6, 11: event });

/** As producers of Perfetto's SDK write: incremental clocks, default tracks, names of both kinds, tracks beside threads, Chrome's profiles. */
export const madePackets: readonly Fields[] = [
  {
    10: 5,
    13: 1,
    6: {
      1: [
        { 1: 6, 2: 4_999_000_000 },
        { 1: 3, 2: 3_999_000_000 },
        { 1: 64, 2: 1, 3: 1, 4: 1_000 },
      ],
    },
    59: { 58: 64, 11: { 11: 71 } },
  },
  { 10: 5, 13: 2, 60: { 1: 71, 4: { 1: 30, 2: 30, 5: 'ui' } } },
  { 10: 5, 13: 2, 60: { 1: 72, 3: { 1: 30, 6: 'com.example.shop' } } },
  { 10: 5, 60: [{ 1: 73, 5: 72, 2: 'request' }] },
  { 10: 5, 60: [{ 1: 74, 5: 72, 2: 'request' }] },
  { 10: 5, 60: { 1: 75, 5: 72, 2: 'Memory footprint', 8: { 3: 3, 4: 1_000 } } },
  // The default track; the name is announced in the same packet, after its use.
  { 10: 5, 13: 2, 8: 1_000, 11: { 9: begin, 10: 4 }, 12: { 2: { 1: 4, 2: 'com.example.Ui: #3' } } },
  incremental(100_000, { 9: begin, 23: 'layout' }),
  incremental(100_000, { 9: end }),
  incremental(100_000, { 9: end }),
  boottime(5_150_000_000, { 9: begin, 11: 73, 23: 'GET' }),
  boottime(5_250_000_000, { 9: begin, 11: 74, 23: 'GET' }),
  boottime(5_300_000_000, { 9: end, 11: 74 }),
  boottime(5_350_000_000, { 9: end, 11: 73 }),
  boottime(5_050_000_000, { 9: counter, 11: 75, 30: 4_096 }),
  // A streaming profile counts from its thread's reference, in microseconds of the monotonic clock.
  { 10: 7, 13: 1, 44: { 1: 30, 2: 31, 5: 'worker', 6: 4_000_000 } },
  {
    10: 7,
    13: 2,
    12: {
      5: { 1: 1, 2: 'decode' },
      17: [
        { 1: 2, 2: 'lib' },
        { 1: 3, 2: 'libshop.so' },
      ],
      19: { 1: 1, 7: [2, 3] },
      6: { 1: 8, 2: 1, 3: 1, 4: 0x1234 },
      7: { 1: 9, 2: 8 },
    },
  },
  { 10: 7, 13: 2, 54: { 1: [9, 9], 2: [10_000, 10_000] } },
];

export function madeTrace(): Uint8Array {
  return traceOf(madePackets);
}

/** One packet with a part of given bytes. */
export function packetWith(field: number, bytes: Uint8Array): Uint8Array {
  const [packet, trace] = [messageOf({ 10: 1 }), messageOf({})];
  packet.bytes(field, bytes);
  trace.message(1, packet);
  return trace.take();
}

/** The same trace in one packet that zstd packed. */
export function zstdTrace(): Uint8Array {
  return packetWith(133, zstdCompressSync(madeTrace()));
}

const sampleNames = {
  5: { 1: 1, 2: 'foo' },
  6: { 1: 1, 2: 1 },
  7: { 1: 1, 2: 1 },
  48: { 1: 4, 2: 100, 3: 101 },
  50: { 1: 7, 2: 'faults', 3: 5 },
};
/** Nanoseconds of wall time, as in test/trace_processor/diff_tests/parser/profiling/stack_sample.textproto. */
const samplesBegin: Fields = {
  10: 1,
  41: 1,
  42: 1,
  8: 500,
  12: sampleNames,
  59: { 100: { 1: 'python.wall', 2: { 2: 'wall-time', 3: 1 } } },
};
const inlineStack = {
  1: [
    { 1: 'main', 2: '/src/main.py', 3: 10 },
    { 1: 'foo', 2: '/src/foo.py', 3: 42 },
  ],
};
const sampled = (ms: number, body: Fields): Fields => ({ 10: 1, 8: ms * 1_000_000, 135: body });

/** Stack samples of Perfetto 58: inline and interned, by thread id alone, of page faults, of a fiber, without a stack. */
export function stackSamples(): Uint8Array {
  return traceOf([
    { 2: { 1: { 1: 100, 2: 1, 3: 'myproc' } } },
    samplesBegin,
    sampled(1, { 1: { 2: 100, 3: 101 }, 3: { 1: 2, 2: 1 }, 5: inlineStack, 11: 4_000_000 }),
    sampled(5, { 2: 4, 6: 1, 11: 4_000_000 }),
    sampled(40, { 1: { 3: 101 }, 5: inlineStack, 11: 4_000_000 }),
    sampled(50, { 2: 4, 6: 1, 10: 7, 11: 3 }),
    sampled(60, { 1: { 2: 100, 4: 7 }, 6: 1 }),
    sampled(70, { 2: 4, 7: 'no memory' }),
  ]);
}
