import { inflateRawSync, inflateSync } from 'node:zlib';
import type { Unpackers } from '../../core/symbols/byte-source.ts';
import { likelyChunk } from './likely-chunk.ts';
import { unpackZstd } from './zstd.ts';

/** Packed sections by Node's zlib, and by fzstd where that has no zstd. */
export const nodeUnpackers: Unpackers = {
  zlib: (packed, size) => inflateSync(packed, { chunkSize: likelyChunk(packed, size), maxOutputLength: size + 1 }),
  deflate: (packed, size) => inflateRawSync(packed, { chunkSize: likelyChunk(packed, size), maxOutputLength: size + 1 }),
  zstd: (packed, size) => unpackZstd(packed, size),
  // `FileAnswers` does: while a large section is being unpacked, what is there of it is read.
  unpacksAside: 64 << 20,
};
