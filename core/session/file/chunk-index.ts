import { CHUNK_HEADER_BYTES, FILE_HEADER_BYTES, MAX_CHUNK_BYTES } from './file-layout.ts';

export interface ChunkEntry {
  readonly offset: number;
  readonly storedLength: number;
  /** Smallest and largest agent time, both 0 without any. */
  readonly firstUs: number;
  readonly lastUs: number;
}

const ENTRY_BYTES = 28;

/** Raw bytes of an index chunk. */
export function indexBytes(entries: readonly ChunkEntry[]): Uint8Array {
  const bytes = new Uint8Array(entries.length * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, entry] of entries.entries()) {
    const at = index * ENTRY_BYTES;
    view.setFloat64(at, entry.offset, true);
    view.setUint32(at + 8, entry.storedLength, true);
    view.setFloat64(at + 12, entry.firstUs, true);
    view.setFloat64(at + 20, entry.lastUs, true);
  }
  return bytes;
}

/** Over three weeks of one chunk per second. Longer files are read without an index. */
export const MAX_INDEX_ENTRIES = Math.floor(MAX_CHUNK_BYTES / ENTRY_BYTES);

/** Undefined unless consecutive between the file's header and `end`. */
export function parseIndex(bytes: Uint8Array, end: number): readonly ChunkEntry[] | undefined {
  if (bytes.length % ENTRY_BYTES !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ChunkEntry[] = [];
  let free = FILE_HEADER_BYTES;
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    const entry = {
      offset: view.getFloat64(at, true),
      storedLength: view.getUint32(at + 8, true),
      firstUs: view.getFloat64(at + 12, true),
      lastUs: view.getFloat64(at + 20, true),
    };
    if (!Number.isSafeInteger(entry.offset) || entry.offset < free || entry.storedLength > MAX_CHUNK_BYTES) return undefined;
    free = entry.offset + CHUNK_HEADER_BYTES + entry.storedLength;
    if (free > end) return undefined;
    entries.push(entry);
  }
  return entries;
}
