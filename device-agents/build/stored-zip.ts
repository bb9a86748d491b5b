import { crc32 } from 'node:zlib';

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfCentral = 0x06054b50;
/** 1980-01-01 00:00, the first time that the format knows: the same for every build. */
const dosDate = (1 << 5) | 1;

/**
 * A ZIP archive (APPNOTE.TXT 6.3) of stored entries. Not deflated: the bytes would depend on the version of zlib, and Android
 * maps a stored dex file directly.
 */
export function storedZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name);
    const common = entryFields(nameBytes.length, bytes);
    const padding = alignment(offset + 30 + nameBytes.length);
    const local = Buffer.concat([u32(localHeader), common, u16(padding.length), nameBytes, padding, bytes]);
    // Version made by; then the local fields; comment, disk, attributes (none), where the local header is.
    central.push(Buffer.concat([u32(centralHeader), u16(10), common, u16(0), u16(0), u16(0), u16(0), u32(0), u32(offset), nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const count = u16(entries.length);
  const end = Buffer.concat([u32(endOfCentral), u16(0), u16(0), count, count, u32(directory.length), u32(offset), u16(0)]);
  return Buffer.concat([...parts, directory, end]);
}

/** An extra field (Android's alignment field, 0xd935) after which the data begin at a multiple of 4: ART maps a dex file there. */
function alignment(end: number): Buffer {
  const fill = (4 - ((end + 4) % 4)) % 4;
  return Buffer.concat([u16(0xd935), u16(fill), Buffer.alloc(fill)]);
}

/** The fields that both headers share: version, flags, method, time, date, checksum, sizes, length of the name. */
function entryFields(nameLength: number, bytes: Uint8Array): Buffer {
  const sizes = [u32(crc32(bytes)), u32(bytes.length), u32(bytes.length)];
  return Buffer.concat([u16(10), u16(0), u16(0), u16(0), u16(dosDate), ...sizes, u16(nameLength)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
