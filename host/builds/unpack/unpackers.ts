import { inflateRawSync, inflateSync } from 'node:zlib';
import type { Unpackers } from '../../../core/symbols/bytes/byte-source.ts';
import { wholeChunk } from './whole-chunk.ts';
import { unpackZstd } from './zstd.ts';

/** Node's zlib, and fzstd where Node lacks zstd. */
export const nodeUnpackers: Unpackers = {
  zlib: (packed, size) => inflateSync(packed, wholeChunk(size)),
  deflate: (packed, size) => inflateRawSync(packed, wholeChunk(size)),
  zstd: (packed, size) => unpackZstd(packed, size),
  // `FileAnswers` reads finished parts of a large section while it is inflated.
  unpacksAside: 64 << 20,
};
