import { inflateRawSync, inflateSync } from 'node:zlib';
import { Decompress, decompress } from 'fzstd';
import type { Unpackers } from '../../core/symbols/byte-source.ts';
import { type ZstdFrame, zstdFrame } from './zstd-frame.ts';

/** Debug information becomes 3 to 6 times as large. A claim of more is believed as far as bytes really come. */
const LIKELY_RATIO = 16;

/** Packed sections by Node's zlib and, because VS Code's Node has no zstd yet, by fzstd. */
export const nodeUnpackers: Unpackers = {
  zlib: (packed, size) => inflateSync(packed, { chunkSize: chunkFor(packed, size), maxOutputLength: size + 1 }),
  deflate: (packed, size) => inflateRawSync(packed, { chunkSize: chunkFor(packed, size), maxOutputLength: size + 1 }),
  zstd: unpackZstd,
  // `FileAnswers` does: while a large section is being unpacked, what is there of it is read.
  unpacksAside: 64 << 20,
};

/**
 * One chunk of the whole size, where that is likely: Node then fills it directly, instead of joining pieces. One byte more shows what
 * is too long. Node wants chunks of at least 64 bytes.
 */
function chunkFor(packed: Uint8Array, size: number): number {
  return Math.max(64, Math.min(size + 1, packed.length * LIKELY_RATIO));
}

/** Large sections can be several frames, one after the other; fzstd would write each over the one before. */
function unpackZstd(packed: Uint8Array, size: number): Uint8Array {
  const plain = new GrowingBytes(size, packed.length * LIKELY_RATIO);
  for (let at = 0; at < packed.length; ) {
    const frame = zstdFrame(packed, at, size - plain.length);
    const bytes = packed.subarray(at, frame.end);
    if (frame.contentSize === undefined) unpackUnsized(bytes, frame, (part) => plain.push(part));
    else decompress(bytes, plain.take(frame.contentSize));
    at = frame.end;
  }
  return plain.bytes();
}

/** A frame that was written without knowing its size, as pipes are: it takes a window of what came before, and longer. */
function unpackUnsized(bytes: Uint8Array, { windowSize }: ZstdFrame, push: (part: Uint8Array) => void): void {
  if (windowSize > MAX_WINDOW) throw new Error(`a zstd frame without its size, and a window of ${windowSize} bytes`);
  new Decompress(push).push(bytes, true);
}

/** Decoders should have this much, and encoders need no more (RFC 8878, 3.1.1.1.2). */
const MAX_WINDOW = 8 << 20;

/** Bytes up to a limit, in a buffer that grows as they come. */
class GrowingBytes {
  readonly #most: number;
  #buffer: Uint8Array;
  #length = 0;

  /** @param likely how many bytes to begin with */
  constructor(most: number, likely: number) {
    this.#most = most;
    this.#buffer = new Uint8Array(Math.min(most, likely));
  }

  get length(): number {
    return this.#length;
  }

  /** Room for the next ones; throws when that is more than there may be. */
  take(count: number): Uint8Array {
    const end = this.#length + count;
    if (end > this.#most) throw new Error(`more than ${this.#most} bytes`);
    if (end > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#most, Math.max(end, this.#buffer.length * 2)));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    const room = this.#buffer.subarray(this.#length, end);
    this.#length = end;
    return room;
  }

  push(part: Uint8Array): void {
    this.take(part.length).set(part);
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }
}
