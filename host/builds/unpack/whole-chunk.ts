/**
 * One chunk of the whole size for Node's unpackers, which would join smaller ones and hold all bytes twice. Untouched
 * pages take no memory, so false claims are cheap. One extra byte detects overlong data. Node's minimum is 64 bytes.
 */
export function wholeChunk(size: number): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 };
}
