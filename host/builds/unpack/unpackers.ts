import { inflateRawSync, inflateSync } from 'node:zlib';
import type { Unpackers } from '../../../core/symbols/bytes/byte-source.ts';
import { wholeChunk } from './whole-chunk.ts';
import { unpackZstd } from './zstd.ts';

/** Packed sections by Node's zlib, and by fzstd where that has no zstd. */
export const nodeUnpackers: Unpackers = {
  zlib: (packed, size) => inflateSync(packed, wholeChunk(size)),
  deflate: (packed, size) => inflateRawSync(packed, wholeChunk(size)),
  zstd: (packed, size) => unpackZstd(packed, size),
  // `FileAnswers` does: while a large section is being unpacked, what is there of it is read.
  unpacksAside: 64 << 20,
};
