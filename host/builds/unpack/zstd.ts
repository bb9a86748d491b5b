import * as zlib from 'node:zlib';
import { Decompress, decompress } from 'fzstd';
import { detach } from './detach.ts';
import { wholeChunk } from './whole-chunk.ts';
import { type ZstdFrame, zstdFrame } from './zstd-frame.ts';

/**
 * Unpacks one frame.
 * @param most bytes that may come out
 */
export type UnpackFrame = (bytes: Uint8Array, frame: ZstdFrame, most: number) => Uint8Array;

/** Decoders should have this much, and encoders need no more (RFC 8878, 3.1.1.1.2). */
const MAX_WINDOW = 8 << 20;

/** By Node, since 22.15. */
export const byNode: UnpackFrame = (bytes, { contentSize }, most) => {
  return zlib.zstdDecompressSync(bytes, wholeChunk(contentSize ?? most));
};

/**
 * By fzstd, in a VS Code whose Node is older. Damaged frames can keep it busy for ever, which ends with the thread that it is in. Without
 * a size it keeps a window of what came before, and moves that at each block.
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

/** Large sections can be several frames, one after the other. */
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

/** Each part is let go of when it has been copied. */
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
