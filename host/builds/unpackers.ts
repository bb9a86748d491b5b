import { inflateRawSync, inflateSync } from 'node:zlib';
import { decompress } from 'fzstd';
import type { Unpackers } from '../../core/symbols/byte-source.ts';
import { zstdFrame } from './zstd-frame.ts';

/** Packed sections by Node's zlib and, because VS Code's Node has no zstd yet, by fzstd. */
export const nodeUnpackers: Unpackers = {
  // One chunk of the whole size: Node then fills it directly, instead of joining pieces. One byte more shows what is too long.
  zlib: (packed, size) => inflateSync(packed, { chunkSize: chunkFor(size), maxOutputLength: size + 1 }),
  deflate: (packed, size) => inflateRawSync(packed, { chunkSize: chunkFor(size), maxOutputLength: size + 1 }),
  zstd: unpackZstd,
  // `FileAnswers` does: while a large section is being unpacked, what is there of it is read.
  unpacksAside: 64 << 20,
};

/** Node wants chunks of at least 64 bytes. */
function chunkFor(size: number): number {
  return Math.max(64, size + 1);
}

/** Large sections can be several frames, one after the other; fzstd would write each over the one before. */
function unpackZstd(packed: Uint8Array, size: number): Uint8Array {
  const plain = new Uint8Array(size);
  let filled = 0;
  for (let at = 0; at < packed.length; ) {
    const frame = zstdFrame(packed, at, size - filled);
    decompress(packed.subarray(at, frame.end), plain.subarray(filled, filled + frame.contentSize));
    filled += frame.contentSize;
    at = frame.end;
  }
  return plain.subarray(0, filled);
}
