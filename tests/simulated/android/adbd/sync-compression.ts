import { brotliCompressSync, brotliDecompressSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface Compression {
  pack(bytes: Uint8Array): Uint8Array;
  unpack(bytes: Uint8Array): Uint8Array;
}

/** Flags of version 2 of push and pull; adb's own choice is zstd. Source: AOSP packages/modules/adb/file_sync_protocol.h, SyncFlag. */
const BROTLI = 1;
const ZSTD = 4;

const none: Compression = { pack: (bytes) => bytes, unpack: (bytes) => bytes };

/** Undefined for LZ4, and for sending without writing, which a host has to ask for. */
export function compressionOf(flags: number): Compression | undefined {
  switch (flags) {
    case 0:
      return none;
    case BROTLI:
      return { pack: (bytes) => brotliCompressSync(bytes), unpack: (bytes) => brotliDecompressSync(bytes) };
    case ZSTD:
      return { pack: (bytes) => zstdCompressSync(bytes), unpack: (bytes) => zstdDecompressSync(bytes) };
    default:
      return undefined;
  }
}
