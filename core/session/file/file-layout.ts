import { crc32 } from './crc32.ts';

/** Grows only when older readers would misread the file. */
export const SESSION_VERSION = 1;
export const FILE_HEADER_BYTES = 16;
export const CHUNK_HEADER_BYTES = 40;
export const TRAILER_BYTES = 24;
/** Bound of a chunk, before and after compression. */
export const MAX_CHUNK_BYTES = 8 << 20;
export const chunkType = { messages: 1, index: 2 } as const;

/** As in PNG: a high bit, a name, both line ends and an end-of-file reveal transfers as text. */
const MAGIC = Uint8Array.of(0x89, 0x4c, 0x47, 0x4c, 0x0d, 0x0a, 0x1a, 0x0a);
/** "LGCK", by which readers resume after damage. */
const CHUNK_MARKER = 0x4b43474c;
/** "LGLNSEND", the last bytes of a finished file. */
const END_MARKER = Uint8Array.of(0x4c, 0x47, 0x4c, 0x4e, 0x53, 0x45, 0x4e, 0x44);

/** Precedes the stored bytes. */
export interface ChunkHeader {
  /** One of `chunkType`; others are skipped. */
  readonly type: number;
  readonly rawLength: number;
  readonly storedLength: number;
  /** CRC-32 of the stored bytes. */
  readonly crc32: number;
  /** Smallest and largest agent time, both 0 without any. */
  readonly firstUs: number;
  readonly lastUs: number;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte);
}

export function fileHeader(version: number = SESSION_VERSION): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_BYTES);
  bytes.set(MAGIC);
  viewOf(bytes).setUint32(8, version, true);
  viewOf(bytes).setUint32(12, crc32(bytes.subarray(0, 12)), true);
  return bytes;
}

/** The version, or why this is no session. */
export function parseFileHeader(bytes: Uint8Array): number | 'empty' | 'foreign' | 'damaged' {
  if (bytes.length === 0) return 'empty';
  if (!startsWith(bytes, MAGIC.subarray(0, Math.min(bytes.length, MAGIC.length)))) return 'foreign';
  if (bytes.length < FILE_HEADER_BYTES || viewOf(bytes).getUint32(12, true) !== crc32(bytes.subarray(0, 12))) return 'damaged';
  return viewOf(bytes).getUint32(8, true);
}

export function chunkHeader(header: ChunkHeader): Uint8Array {
  const bytes = new Uint8Array(CHUNK_HEADER_BYTES);
  const view = viewOf(bytes);
  view.setUint32(0, CHUNK_MARKER, true);
  view.setUint32(4, header.type, true);
  view.setUint32(8, header.rawLength, true);
  view.setUint32(12, header.storedLength, true);
  view.setUint32(16, header.crc32, true);
  view.setFloat64(20, header.firstUs, true);
  view.setFloat64(28, header.lastUs, true);
  view.setUint32(36, crc32(bytes.subarray(0, 36)), true);
  return bytes;
}

/** Undefined without a valid header at `at`; its lengths are in bounds. */
export function parseChunkHeader(bytes: Uint8Array, at: number): ChunkHeader | undefined {
  if (bytes.length - at < CHUNK_HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(at, true) !== CHUNK_MARKER || view.getUint32(at + 36, true) !== crc32(bytes.subarray(at, at + 36))) return undefined;
  const header: ChunkHeader = {
    type: view.getUint32(at + 4, true),
    rawLength: view.getUint32(at + 8, true),
    storedLength: view.getUint32(at + 12, true),
    crc32: view.getUint32(at + 16, true),
    firstUs: view.getFloat64(at + 20, true),
    lastUs: view.getFloat64(at + 28, true),
  };
  return header.rawLength <= MAX_CHUNK_BYTES && header.storedLength <= MAX_CHUNK_BYTES ? header : undefined;
}

export function trailer(indexOffset: number): Uint8Array {
  const bytes = new Uint8Array(TRAILER_BYTES);
  viewOf(bytes).setFloat64(0, indexOffset, true);
  viewOf(bytes).setUint32(8, crc32(bytes.subarray(0, 8)), true);
  bytes.set(END_MARKER, 16);
  return bytes;
}

/** Offset of the index chunk; undefined for an unfinished file. */
export function parseTrailer(bytes: Uint8Array): number | undefined {
  if (bytes.length !== TRAILER_BYTES || !startsWith(bytes.subarray(16), END_MARKER)) return undefined;
  if (viewOf(bytes).getUint32(8, true) !== crc32(bytes.subarray(0, 8))) return undefined;
  const offset = viewOf(bytes).getFloat64(0, true);
  return Number.isSafeInteger(offset) && offset >= FILE_HEADER_BYTES ? offset : undefined;
}
