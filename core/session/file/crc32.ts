import { uint8At, uint32At } from '../../columns/at.ts';

/** CRC-32 as in RFC 1952 (gzip), section 8, and ISO/IEC 13239: reflected polynomial 0xEDB88320. Browsers lack `zlib.crc32`. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  return remainder;
});

/** Bytes per step, less than a millisecond. */
export const CRC_STEP_BYTES = 128 << 10;

export function* crc32InSteps(bytes: Uint8Array): Generator<void, number> {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += CRC_STEP_BYTES) {
    sum = crc32(bytes.subarray(at, at + CRC_STEP_BYTES), sum);
    yield;
  }
  return sum;
}

/** Unsigned. @param before checksum of the bytes before */
export function crc32(bytes: Uint8Array, before = 0): number {
  let remainder = before ^ 0xffffffff;
  const { length } = bytes;
  for (let at = 0; at < length; at++) remainder = uint32At(table, (remainder ^ uint8At(bytes, at)) & 0xff) ^ (remainder >>> 8);
  return (remainder ^ 0xffffffff) >>> 0;
}
