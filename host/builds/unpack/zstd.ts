import * as zlib from 'node:zlib';
import { Decompress, decompress } from 'fzstd';
import { detach } from './detach.ts';
import { wholeChunk } from './whole-chunk.ts';
import { type ZstdFrame, zstdFrame } from './zstd-frame.ts';

/** Unpacks one frame. @param most bytes of the result */
export type UnpackFrame = (bytes: Uint8Array, frame: ZstdFrame, most: number) => Uint8Array;

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
    const part = unpackFrame(packed.subarray(at, frame.end), frame, left);
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
