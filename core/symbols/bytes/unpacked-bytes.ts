import type { ByteRequest, Reading, SectionBytes, UnpackedPart, Unpackers } from './byte-source.ts';
import { SymbolError } from './symbol-error.ts';
import { MAX_UNPACKED_BYTES } from './symbol-limits.ts';

/**
 * The most bytes from one packed byte. Deflate: 258 for two codes of one bit, so 1032 (zlib's "Technical Details"). zstd: a block of 128
 * KiB for 4 bytes (RFC 8878, 3.1.1.2).
 */
const mostPerByte = { zlib: 1032, deflate: 1032, zstd: 32 * 1024 } as const;

/** Packers store what doesn't shrink, with some bytes for each 16 KiB. */
function mostPacked(size: number): number {
  return size + size / 64 + 4_096;
}

export interface Packing {
  readonly method: keyof typeof mostPerByte;
  /** In the raw bytes. */
  readonly start: number;
  /** Size as the file claims. */
  readonly size: number;
}

/** Unpacks at the first read. Refuses an impossible claim at once. */
export function unpackedBytes(raw: SectionBytes, { method, start, size }: Packing, unpackers: Unpackers): SectionBytes {
  const packedSize = raw.size - start;
  if (size > Math.min(MAX_UNPACKED_BYTES, packedSize * mostPerByte[method] + 64)) {
    throw damaged(raw, `at most ${MAX_UNPACKED_BYTES} bytes, and no more than ${packedSize} packed ones can hold`, `a claim of ${size}`);
  }
  if (packedSize > mostPacked(size)) throw damaged(raw, `${size} bytes packed by ${method}`, `${packedSize} packed ones`);
  let plain: Uint8Array | undefined;
  let isClaimed = false;
  const claim = (): void => {
    if (!isClaimed) unpackers.memory?.claim(raw.name, size);
    isClaimed = true;
  };
  return {
    name: raw.name,
    size,
    *read(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= size))
        throw damaged(raw, `${length} bytes at 0x${offset.toString(16)}`, 'the end');
      // A reader of the whole has no use for its first parts.
      if (method === 'zlib' && plain === undefined && length < size && size >= (unpackers.unpacksAside ?? Number.POSITIVE_INFINITY)) {
        const packed = requestFor(raw, start, packedSize);
        if (packed !== undefined) {
          claim();
          return yield* unpackedAside(raw, packed, { size, offset, length });
        }
      }
      if (length === 0) return new Uint8Array(0);
      if (plain === undefined) {
        const packed = yield* raw.read(start, packedSize);
        claim();
        plain = unpack(raw, packed, method, size, unpackers);
        unpackers.memory?.made(plain);
      }
      return plain.subarray(offset, offset + length);
    },
  };
}

/** Undefined unless the bytes are one range of a file. */
function requestFor(raw: SectionBytes, start: number, length: number): ByteRequest | undefined {
  const { done, value } = raw.read(start, length).next();
  return done === true || value.length !== length ? undefined : value;
}

function* unpackedAside(raw: SectionBytes, packed: ByteRequest, part: UnpackedPart): Reading<Uint8Array> {
  const bytes = yield { ...packed, unpacked: part };
  if (bytes.length !== part.length) throw damaged(raw, `${part.size} bytes packed by zlib`, `${part.offset + bytes.length}`);
  return bytes;
}

function unpack(raw: SectionBytes, packed: Uint8Array, method: Packing['method'], size: number, unpackers: Unpackers): Uint8Array {
  let plain: Uint8Array;
  try {
    plain = unpackers[method](packed, size);
  } catch (error) {
    throw damaged(raw, `${size} bytes packed by ${method}`, error instanceof Error ? error.message : 'others', error);
  }
  if (plain.length !== size) throw damaged(raw, `${size} bytes packed by ${method}`, `${plain.length}`);
  return plain;
}

function damaged(raw: SectionBytes, expected: string, found: string, cause?: unknown): SymbolError {
  return new SymbolError({ reason: 'malformed', file: raw.name, offset: 0, expected, found, cause });
}
