/** Slots of blobs (xnu `cs_blobs.h`, `CS_SuperBlob`). */
export const Slot = { CodeDirectory: 0, Requirements: 2, Entitlements: 5, EntitlementsDer: 7, Cms: 0x10000 } as const;
export const BlobMagic = { Requirements: 0xfade0c01, Entitlements: 0xfade7171, EntitlementsDer: 0xfade7172, Cms: 0xfade0b01 } as const;
const MAGIC = 0xfade0cc0;

/** A blob other than a code directory: magic, length, contents. */
export function blobOf(magic: number, contents: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(magic, 0);
  head.writeUInt32BE(8 + contents.length, 4);
  return Buffer.concat([head, contents]);
}

export function writeSuperBlob(blobs: ReadonlyMap<number, Buffer>): Buffer {
  const head = Buffer.alloc(12 + 8 * blobs.size);
  let end = head.length;
  for (const [i, [slot, blob]] of [...blobs].entries()) {
    head.writeUInt32BE(slot, 12 + 8 * i);
    head.writeUInt32BE(end, 16 + 8 * i);
    end += blob.length;
  }
  for (const [i, word] of [MAGIC, end, blobs.size].entries()) head.writeUInt32BE(word, 4 * i);
  return Buffer.concat([head, ...blobs.values()]);
}

/** @throws RangeError for other bytes */
export function readSuperBlob(bytes: Buffer): ReadonlyMap<number, Buffer> {
  if (bytes.readUInt32BE(0) !== MAGIC) throw new RangeError('no signature');
  return new Map(
    Array.from({ length: bytes.readUInt32BE(8) }, (_, i) => {
      const at = bytes.readUInt32BE(16 + 8 * i);
      return [bytes.readUInt32BE(12 + 8 * i), bytes.subarray(at, at + bytes.readUInt32BE(at + 4))];
    }),
  );
}
