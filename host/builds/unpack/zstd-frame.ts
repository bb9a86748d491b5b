import { numberAt } from '../../../core/columns/at.ts';

const MAGIC = 0xfd2fb528;
const MAX_BLOCK = 128 * 1024;
const RLE_BLOCK = 1;
const COMPRESSED_BLOCK = 2;
const RESERVED_BLOCK = 3;

export interface ZstdFrame {
  /** Offset behind the frame. */
  readonly end: number;
  /** Unpacked bytes; undefined when not stated. */
  readonly contentSize: number | undefined;
  /** At most so many unpacked bytes, by its blocks. */
  readonly holds: number;
  /** Bytes that must be kept to go on, in a frame without a size. */
  readonly windowSize: number;
}

/**
 * A frame's extent without unpacking it (RFC 8878, 3.1.1).
 * @param most unpacked bytes
 * @throws Error for anything but a whole frame without a dictionary
 */
export function zstdFrame(packed: Uint8Array, start: number, most: number): ZstdFrame {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (start + 6 > packed.length || view.getUint32(start, true) !== MAGIC) throw new Error('no zstd frame');
  const descriptor = view.getUint8(start + 4);
  if ((descriptor & 3) !== 0) throw new Error('a zstd dictionary');
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeAt = start + 5 + (isSingle ? 0 : 1);
  const sizeBytes = numberAt([isSingle ? 1 : 0, 2, 4, 8], descriptor >> 6);
  const contentSize = sizeBytes === 0 ? undefined : contentSizeOf(view, sizeAt, sizeBytes);
  if (contentSize !== undefined && contentSize > most) throw new Error(`a zstd frame of ${contentSize} bytes where ${most} are left`);
  const { end, holds } = blocksOf(view, sizeAt + sizeBytes, contentSize ?? most);
  if (contentSize !== undefined && contentSize > holds) throw new Error(`a zstd frame of ${contentSize} bytes in blocks of ${holds}`);
  // A single segment always states its size.
  const windowSize = isSingle && contentSize !== undefined ? contentSize : windowOf(view.getUint8(start + 5));
  return { end: end + ((descriptor & 4) === 0 ? 0 : 4), contentSize, holds, windowSize };
}

/** RFC 8878, 3.1.1.1.2. */
function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSizeOf(view: DataView, at: number, bytes: number): number {
  if (at + bytes > view.byteLength) throw new Error('the end of a zstd frame');
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  const low = view.getUint32(at, true);
  return bytes === 4 ? low : low + view.getUint32(at + 4, true) * 2 ** 32;
}

/** Walks the blocks' headers to the last one. `holds` bounds the unpacked bytes. */
function blocksOf(view: DataView, start: number, contentSize: number): { readonly end: number; readonly holds: number } {
  let at = start;
  let holds = 0;
  for (let isLast = false; !isLast; ) {
    if (at + 3 > view.byteLength) throw new Error('the end of a zstd frame');
    const header = view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
    isLast = (header & 1) !== 0;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === RESERVED_BLOCK || size > Math.min(MAX_BLOCK, Math.max(contentSize, 1024))) throw new Error('no zstd block');
    at += 3 + (type === RLE_BLOCK ? 1 : size);
    holds += type === COMPRESSED_BLOCK ? MAX_BLOCK : size;
  }
  if (at > view.byteLength) throw new Error('the end of a zstd frame');
  return { end: at, holds };
}
