import { ProtocolError } from '../input.ts';
import type { PlistValue } from '../property-list.ts';
import { archived, unarchived } from './keyed-archive.ts';

// A call's arguments: a header of 16 bytes (magic number, length), then an empty key, type and value each.

const MAGIC = 0x1f0n;
const HEADER_BYTES = 16;
const Type = { bytes: 1, object: 2, int32: 3, real: 5, int64: 6, empty: 10 } as const;

/** @throws ProtocolError for incomplete or unused ones */
export function argumentsOf(bytes: Buffer): readonly PlistValue[] {
  const values: PlistValue[] = [];
  let at = HEADER_BYTES;
  const word = (): number => {
    if (at + 4 > bytes.length) throw new ProtocolError('DTX arguments break off');
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new ProtocolError('DTX arguments break off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const type = word();
    switch (type) {
      case Type.empty:
        // A key that isn't there.
        break;
      case Type.bytes:
        values.push(take(word()));
        break;
      case Type.object:
        values.push(unarchived(take(word())));
        break;
      case Type.int32:
        values.push(take(4).readInt32LE(0));
        break;
      case Type.real:
        values.push(take(8).readDoubleLE(0));
        break;
      case Type.int64:
        values.push(Number(take(8).readBigInt64LE(0)));
        break;
      default:
        throw new ProtocolError(`a DTX argument of type ${type}`);
    }
  }
  return values;
}

/** Arguments that are all objects. */
export function argumentsFor(...values: readonly PlistValue[]): Buffer {
  const items = values.map((value) => {
    const bytes = archived(value);
    const header = Buffer.alloc(12);
    [Type.empty, Type.object, bytes.length].forEach((word, i) => {
      header.writeUInt32LE(word, 4 * i);
    });
    return Buffer.concat([header, bytes]);
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeBigUInt64LE(MAGIC, 0);
  header.writeBigUInt64LE(BigInt(items.reduce((sum, { length }) => sum + length, 0)), 8);
  return Buffer.concat([header, ...items]);
}
