/**
 * For Node's unpackers: one chunk of the whole size, which Node fills directly; smaller ones it would join, and hold all bytes twice. Pages of
 * a chunk that are never filled take no memory, so a claim that is not true costs addresses only. One byte more shows what is too
 * long. Node wants chunks of at least 64 bytes.
 */
export function wholeChunk(size: number): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 };
}
