/** Debug information becomes 3 to 6 times as large. A claim of more is believed as far as bytes really come. */
const LIKELY_RATIO = 16;

/**
 * For Node's unpackers: one chunk of the whole size, where that is likely, which Node then fills directly instead of joining pieces.
 * One byte more shows what is too long. Node wants chunks of at least 64 bytes.
 */
export function likelyChunk(packed: Uint8Array, size: number): number {
  return Math.max(64, Math.min(size + 1, packed.length * LIKELY_RATIO));
}
