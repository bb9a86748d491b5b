import type { Reading, SectionBytes, Unpackers } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { MAX_TABLE_BYTES } from '../bytes/symbol-limits.ts';
import { unpackedBytes } from '../bytes/unpacked-bytes.ts';

const END = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_SIZE = 20;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const EXTRA_64 = 1;
const IN_EXTRA = 0xffffffff;

export interface ZipEntry {
  readonly name: string;
  /** Only stored entries can be mapped into a process. */
  readonly method: 'stored' | 'deflated' | 'other';
  readonly packedSize: number;
  readonly size: number;
  /** The entry's own header; the bytes follow it. */
  readonly headerOffset: number;
}

/** Also an empty one. */
export function isZip(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const word = new Fields(head, '').u32(0);
  return word === LOCAL || word === END;
}

/** In the directory's order (PKWARE's APPNOTE 6.3, also zip64). Sizes are the directory's, not those of local headers. */
export function* readZipDirectory(bytes: SectionBytes): Reading<readonly ZipEntry[]> {
  const { offset, size } = yield* findDirectory(bytes);
  const directory = partOf(bytes, 'directory', offset, size);
  const fields = new Fields(yield* readWhole(directory, MAX_TABLE_BYTES), bytes.name, offset);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_SIZE <= size && fields.u32(at) === ENTRY; ) {
    const nameSize = fields.u16(at + 28);
    const extraSize = fields.u16(at + 30);
    entries.push(entryAt(fields, at, nameSize, extraSize));
    at += ENTRY_SIZE + nameSize + extraSize + fields.u16(at + 32);
  }
  return entries;
}

/** The offset of its packed bytes, by the entry's own header. */
export function* zipEntryStart(bytes: SectionBytes, entry: ZipEntry): Reading<number> {
  const header = new Fields(
    yield* partOf(bytes, entry.name, entry.headerOffset, LOCAL_SIZE).read(0, LOCAL_SIZE),
    bytes.name,
    entry.headerOffset,
  );
  if (header.u32(0) !== LOCAL) throw header.malformed(0, `the header of ${entry.name}`);
  return entry.headerOffset + LOCAL_SIZE + header.u16(26) + header.u16(28);
}

/** Unpacked, at once. */
export function* zipEntryBytes(bytes: SectionBytes, entry: ZipEntry, unpackers: Unpackers): Reading<SectionBytes> {
  const start = yield* zipEntryStart(bytes, entry);
  const raw = partOf(bytes, entry.name, start, entry.packedSize);
  if (entry.method === 'stored') return raw;
  if (entry.method === 'deflated') return unpackedBytes(raw, { method: 'deflate', start: 0, size: entry.size }, unpackers);
  throw new SymbolError({ reason: 'unsupported', file: raw.name, offset: start, expected: 'a stored or deflated entry', found: 'another' });
}

/** From the record at the file's end; 64-bit sizes may precede it. */
function* findDirectory(bytes: SectionBytes): Reading<{ readonly offset: number; readonly size: number }> {
  const tailSize = Math.min(bytes.size, END_SIZE + MAX_COMMENT + LOCATOR_64_SIZE);
  const tailStart = bytes.size - tailSize;
  const tail = new Fields(yield* bytes.read(tailStart, tailSize), bytes.name, tailStart);
  for (let at = tailSize - END_SIZE; at >= 0; at--) {
    if (tail.u32(at) !== END || at + END_SIZE + tail.u16(at + 20) !== tailSize) continue;
    const place = { size: tail.u32(at + 12), offset: tail.u32(at + 16) };
    const locator = at - LOCATOR_64_SIZE;
    if ((place.offset !== IN_EXTRA && place.size !== IN_EXTRA) || locator < 0 || tail.u32(locator) !== LOCATOR_64) return place;
    const record = partOf(bytes, 'zip64 directory', tail.u64(locator + 8), 56);
    const end = new Fields(yield* record.read(0, 56), record.name);
    if (end.u32(0) !== END_64) throw end.malformed(0, 'the end record of zip64');
    return { size: end.u64(40), offset: end.u64(48) };
  }
  throw tail.malformed(0, "a zip directory's end record");
}

function entryAt(fields: Fields, at: number, nameSize: number, extraSize: number): ZipEntry {
  const method = fields.u16(at + 10);
  const sizes = { size: fields.u32(at + 24), packedSize: fields.u32(at + 20), headerOffset: fields.u32(at + 42) };
  return {
    name: fields.fixedText(at + ENTRY_SIZE, nameSize),
    method: method === 0 ? 'stored' : method === 8 ? 'deflated' : 'other',
    ...wideSizes(fields, at + ENTRY_SIZE + nameSize, extraSize, sizes),
  };
}

type Sizes = Pick<ZipEntry, 'size' | 'packedSize' | 'headerOffset'>;

/** Of the three, those above 32 bits are in an extra field, in this order. */
function wideSizes(fields: Fields, start: number, length: number, sizes: Sizes): Sizes {
  for (let at = start; at + 4 <= start + length; at += 4 + fields.u16(at + 2)) {
    if (fields.u16(at) !== EXTRA_64) continue;
    let field = at + 4;
    const wide = (value: number): number => {
      if (value !== IN_EXTRA) return value;
      field += 8;
      return fields.u64(field - 8);
    };
    return { size: wide(sizes.size), packedSize: wide(sizes.packedSize), headerOffset: wide(sizes.headerOffset) };
  }
  return sizes;
}
