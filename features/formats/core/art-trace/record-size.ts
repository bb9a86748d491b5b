import type { TraceHeader } from './trace-header.ts';

/**
 * Bytes of a record in the streaming form with one clock. ART 8 to 11 say 10 there, but write 14, of which the last four mean nothing
 * (`art/runtime/trace.cc` of Android 11, LogMethodTraceEvent: kPacketSize). The size is the one with which the begin makes sense for longer:
 * packets name each thread and method before its first record.
 */
export function streamedRecordBytes(begin: Uint8Array, { recordBytes, version, isStreaming }: TraceHeader): number {
  if (!isStreaming || version !== 2) return recordBytes;
  return sensibleBytes(begin, PADDED_BYTES) > sensibleBytes(begin, recordBytes) ? PADDED_BYTES : recordBytes;
}

const PADDED_BYTES = 14;
const METHOD = 1;
const THREAD = 2;

function sensibleBytes(bytes: Uint8Array, recordBytes: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const threads = new Set<number>();
  let at = 0;
  while (at + recordBytes <= bytes.length) {
    const thread = view.getUint16(at, true);
    if (thread !== 0) {
      if (!threads.has(thread) || (view.getUint8(at + 2) & 3) === 3) return at;
      at += recordBytes;
    } else if (view.getUint8(at + 2) === METHOD) {
      at += 5 + view.getUint16(at + 3, true);
    } else if (view.getUint8(at + 2) === THREAD) {
      threads.add(view.getUint16(at + 3, true));
      at += 7 + view.getUint16(at + 5, true);
    } else {
      return at;
    }
  }
  return at;
}
