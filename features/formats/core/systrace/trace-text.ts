import { allBytes, type ByteSource } from '../import/byte-source.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';

/** Android's atrace (frameworks/native, cmds/atrace/atrace.cpp) begins its output so, before text, or bytes of zlib. */
const MARK = [...'TRACE:'].map((letter) => letter.charCodeAt(0));
/** Before it stand lines of `adb` and atrace. */
const MOST_BEFORE = 4_096;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
/** RFC 1950: deflate with a window of 32 KiB, a multiple of 31. */
const ZLIB = 0x78;

export const LOOKS_LIKE = 'ftrace’s text';

/** The offset of packed bytes in the begin of a file; -1 for a text. */
export function packedAt(bytes: Uint8Array): number {
  const most = Math.min(bytes.length, MOST_BEFORE);
  for (let at = 0; at < most; at++) {
    if (!MARK.every((letter, index) => bytes[at + index] === letter)) continue;
    let from = at + MARK.length;
    while (bytes[from] === CARRIAGE_RETURN || bytes[from] === LINE_FEED) from++;
    const [first = 0, second = 0] = bytes.subarray(from, from + 2);
    return first === ZLIB && (256 * first + second) % 31 === 0 ? from : -1;
  }
  return -1;
}

/**
 * The text as a source: unpacked where atrace packed it.
 * @throws LaglensError for packed bytes that cannot be unpacked, or are too many
 */
export async function traceText({ source, inflate }: ImportTask, isPacked: boolean): Promise<ByteSource> {
  if (!isPacked) return source;
  const bytes = await allBytes(source, importLimits.heldBytes);
  const text = inflate?.(bytes.subarray(packedAt(bytes)), importLimits.heldBytes);
  if (text === undefined) throw malformed(source.name, LOOKS_LIKE, 'its packed part is damaged, or unpacks to more than 256 MiB');
  return {
    name: source.name,
    size: source.size,
    async *chunks() {
      yield text;
    },
  };
}
