import type { ByteFeed } from '../import/byte-feed.ts';
import { damaged, newerVersion } from '../import/import-errors.ts';
import type { ImportTask } from '../import/profile-reader.ts';

const LOOKS_LIKE = 'a method trace of ART';
const HEADER_BYTES = 32;
const STREAMING = 0xf0;
const NEWEST = 5;
/** By version, `art/runtime/trace.h`; version 3 says its own. */
const recordBytes = new Map([
  [1, 9],
  [2, 10],
  [3, 14],
]);

/** `art/runtime/trace.cc`, TraceWriter. */
export interface TraceHeader {
  /** 1 to 3: records of one size. 4 and 5: blocks of packed numbers, with one clock and with two. */
  readonly version: number;
  readonly isStreaming: boolean;
  readonly recordBytes: number;
  /** Of the counter of versions 4 and 5, in hertz; 0 for nanoseconds. */
  readonly frequency: number;
  /** ART's newer layout of versions 4 and 5 begins its counter in the header. */
  readonly hasCounter: boolean;
}

/** True at a binary header. */
export function isHeader(bytes: Uint8Array): boolean {
  // “SLOW”, little-endian.
  const [s, l, o, w, version = 0, high] = bytes;
  const plain = version >= STREAMING ? version - STREAMING : version;
  return s === 0x53 && l === 0x4c && o === 0x4f && w === 0x57 && high === 0 && plain > 0 && plain < 16;
}

/** Throws LaglensError `format-unreadable`, `format-newer`. */
export async function readHeader(feed: ByteFeed, { source }: ImportTask): Promise<TraceHeader> {
  if (!(await feed.has(HEADER_BYTES))) throw damaged(source.name, LOOKS_LIKE, 'ends before its records');
  const bytes = feed.take(HEADER_BYTES);
  if (!isHeader(bytes)) throw damaged(source.name, LOOKS_LIKE, 'has no records behind its head');
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const given = view.getUint8(4);
  const isStreaming = given >= STREAMING;
  const version = isStreaming ? given - STREAMING : given;
  if (version > NEWEST) throw newerVersion(source.name, LOOKS_LIKE, String(version), String(NEWEST));
  if (version >= 4) {
    const frequency = Number(view.getBigUint64(22, true));
    return { version, isStreaming, recordBytes: 0, frequency, hasCounter: frequency > 0 || view.getBigUint64(14, true) > 0n };
  }
  const usual = recordBytes.get(version) ?? 0;
  const said = version === 3 ? view.getUint16(16, true) : usual;
  if (said < 10 && said !== usual) throw damaged(source.name, LOOKS_LIKE, `has records of ${said} bytes`);
  // The offset of the records includes the header.
  const rest = view.getUint16(6, true) - HEADER_BYTES;
  if (rest > 0) {
    if (!(await feed.has(rest))) throw damaged(source.name, LOOKS_LIKE, 'ends before its records');
    feed.take(rest);
  }
  return { version, isStreaming, recordBytes: said, frequency: 0, hasCounter: false };
}
