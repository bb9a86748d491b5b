import * as zlib from 'node:zlib';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { Decompress, decompress } from 'fzstd';
import type { Unpackers } from '../../../core/symbols/bytes/byte-source.ts';
import { detach } from './detach.ts';
import { type ZstdFrame, zstdFrame } from './zstd-frame.ts';

/** Node's zlib, and fzstd where Node lacks zstd. */
export const nodeUnpackers: Unpackers = {
  zlib: (packed, size) => inflateSync(packed, wholeChunk(size)),
  deflate: (packed, size) => inflateRawSync(packed, wholeChunk(size)),
  zstd: (packed, size) => unpackZstd(packed, size),
  // `FileAnswers` reads finished parts of a large section while it is inflated.
  unpacksAside: 64 << 20,
};

/** Unpacks one frame. @param most bytes of the result */
type UnpackFrame = (bytes: Uint8Array, frame: ZstdFrame, most: number) => Uint8Array;

/** Decoders should support this window, and encoders need no more (RFC 8878, 3.1.1.1.2). */
const MAX_WINDOW = 8 << 20;

/** Since Node 22.15. */
export const byNode: UnpackFrame = (bytes, { contentSize }, most) => {
  return zlib.zstdDecompressSync(bytes, wholeChunk(contentSize ?? most));
};

/**
 * For VS Code with an older Node. Damaged frames can loop forever, until the thread is ended. Without a size fzstd
 * keeps a sliding window.
 */
export const byFzstd: UnpackFrame = (bytes, { contentSize, windowSize }, most) => {
  if (contentSize !== undefined) return decompress(bytes, new Uint8Array(contentSize));
  if (windowSize > MAX_WINDOW) throw new Error(`a zstd frame without its size, and a window of ${windowSize} bytes`);
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > most) throw new Error(`larger than ${most} bytes`);
    parts.push(part);
  });
  stream.push(bytes, true);
  return joined(parts);
};

const here = typeof zlib.zstdDecompressSync === 'function' ? byNode : byFzstd;

/** Large sections may have several frames in a row. */
export function unpackZstd(packed: Uint8Array, size: number, unpackFrame: UnpackFrame = here): Uint8Array {
  const parts: Uint8Array[] = [];
  let left = size;
  for (let at = 0; at < packed.length; ) {
    const frame = zstdFrame(packed, at, left);
    const part = unpackFrame(packed.subarray(at, frame.end), frame, Math.min(left, frame.holds));
    left -= part.length;
    if (left < 0) throw new Error(`larger than ${size} bytes`);
    parts.push(part);
    at = frame.end;
  }
  return joined(parts);
}

/** Frees each part after copying it. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
    detach(part);
  }
  return whole;
}

/**
 * One chunk of the whole size for Node's unpackers, which would join smaller ones and hold all bytes twice. Untouched
 * pages take no memory, so false claims are cheap. One extra byte detects overlong data. Node's minimum is 64 bytes.
 */
function wholeChunk(size: number): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 };
}
