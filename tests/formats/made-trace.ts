import { ProtoWriter } from '../../core/formats/protobuf/proto-writer.ts';

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
