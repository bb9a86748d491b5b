import { isList, PlistUid, type PlistValue } from './value.ts';

const TRAILER_BYTES = 32;
const OFFSET_BYTES = 4;
const REF_BYTES = 2;
const APPLE_EPOCH_MS = 978_307_200_000;

/** At most 65,535 objects without sharing: `NSKeyedArchiver` output is flat. */
export function writeBinaryPlist(value: PlistValue): Buffer {
  const objects: Buffer[] = [];
  add(value, objects);
  const head = Buffer.from('bplist00');
  const offsets = Buffer.alloc(objects.length * OFFSET_BYTES);
  let at = head.length;
  objects.forEach((object, n) => {
    offsets.writeUInt32BE(at, n * OFFSET_BYTES);
    at += object.length;
  });
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer[6] = OFFSET_BYTES;
  trailer[7] = REF_BYTES;
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(at), 24);
  return Buffer.concat([head, ...objects, offsets, trailer]);
}

/** @returns the object's number */
function add(value: PlistValue, objects: Buffer[]): number {
  const index = objects.length;
  objects.push(Buffer.alloc(0));
  objects[index] = encoded(value, objects);
  if (objects.length > 0xffff) throw new RangeError('The property list has too many objects.');
  return index;
}

function encoded(value: PlistValue, objects: Buffer[]): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 9 : 8]);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return integer(BigInt(value));
  if (typeof value === 'number') return double(0x23, value);
  if (value instanceof Date) return double(0x33, (value.getTime() - APPLE_EPOCH_MS) / 1000);
  if (value instanceof PlistUid) return Buffer.from([0x81, value.value >> 8, value.value & 0xff]);
  if (value instanceof Uint8Array) return Buffer.concat([sized(0x40, value.length), value]);
  if (isList(value)) return refs(0xa0, value.length, value, objects);
  const entries = Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const]));
  return refs(0xd0, entries.length, [...entries.map(([key]) => key), ...entries.map(([, each]) => each)], objects);
}

function refs(marker: number, count: number, values: readonly PlistValue[], objects: Buffer[]): Buffer {
  const numbers = Buffer.alloc(values.length * REF_BYTES);
  values.forEach((each, n) => {
    numbers.writeUInt16BE(add(each, objects), n * REF_BYTES);
  });
  return Buffer.concat([sized(marker, count), numbers]);
}

function text(value: string): Buffer {
  if (/^[\0-\x7f]*$/.test(value)) return Buffer.concat([sized(0x50, value.length), Buffer.from(value, 'latin1')]);
  return Buffer.concat([sized(0x60, value.length), Buffer.from(value, 'utf16le').swap16()]);
}

function sized(marker: number, count: number): Buffer {
  return count < 15 ? Buffer.from([marker | count]) : Buffer.concat([Buffer.from([marker | 15]), integer(BigInt(count))]);
}

function integer(value: bigint): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = 0x13;
  bytes.writeBigInt64BE(BigInt.asIntN(64, value), 1);
  return bytes;
}

function double(marker: number, value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = marker;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}
