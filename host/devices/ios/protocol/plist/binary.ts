import { PlistError, PlistUid, type PlistValue } from './value.ts';

const MAGIC = 'bplist00';
const TRAILER_BYTES = 32;
const MAX_DEPTH = 64;
/** From 1970 to 2001, Apple's epoch. */
const APPLE_EPOCH_S = 978_307_200;

export function isBinaryPlist(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAGIC.length)).toString('latin1') === MAGIC;
}

/**
 * Shared objects stay shared and overlapping ones are refused, so small files cannot become large values. Source:
 * apple-oss-distributions/CF, CFBinaryPList.c.
 * @throws PlistError
 */
export function readBinaryPlist(bytes: Uint8Array): PlistValue {
  if (!isBinaryPlist(bytes)) throw new PlistError('It does not begin like a binary property list.');
  try {
    return new BinaryReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).root();
  } catch (error) {
    if (error instanceof RangeError) throw new PlistError('The property list points beyond its end.');
    throw error;
  }
}

class BinaryReader {
  readonly #bytes: Buffer;
  readonly #offsetBytes: number;
  readonly #refBytes: number;
  readonly #count: number;
  readonly #root: number;
  readonly #table: number;
  readonly #known = new Map<number, PlistValue>();
  /** Bytes without an object. */
  #left: number;

  constructor(bytes: Buffer) {
    const trailer = bytes.length - TRAILER_BYTES;
    this.#bytes = bytes;
    this.#left = bytes.length;
    this.#offsetBytes = bytes.readUInt8(trailer + 6);
    this.#refBytes = bytes.readUInt8(trailer + 7);
    this.#count = Number(bytes.readBigUInt64BE(trailer + 8));
    this.#root = Number(bytes.readBigUInt64BE(trailer + 16));
    this.#table = Number(bytes.readBigUInt64BE(trailer + 24));
    const isSane = [this.#offsetBytes, this.#refBytes].every((size) => size >= 1 && size <= 6);
    if (!isSane || this.#table + this.#count * this.#offsetBytes > trailer)
      throw new PlistError('The property list has a damaged trailer.');
  }

  root(): PlistValue {
    return this.#object(this.#root, 0);
  }

  #object(index: number, depth: number): PlistValue {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    if (index >= this.#count) throw new PlistError('The property list refers to an object that it does not have.');
    if (depth > MAX_DEPTH) throw new PlistError('The property list is nested too deeply.');
    const value = this.#read(this.#bytes.readUIntBE(this.#table + index * this.#offsetBytes, this.#offsetBytes), depth);
    this.#known.set(index, value);
    return value;
  }

  #read(at: number, depth: number): PlistValue {
    const marker = this.#bytes.readUInt8(at);
    const low = marker & 0x0f;
    switch (marker >> 4) {
      case 0x0:
        if (low === 0) return '';
        if (low === 8 || low === 9) return low === 9;
        throw new PlistError(`The property list has an object of the unknown kind ${marker}.`);
      case 0x1:
        return this.#integer(at + 1, 1 << low);
      case 0x2:
        return low === 2 ? this.#bytes.readFloatBE(at + 1) : this.#bytes.readDoubleBE(at + 1);
      case 0x3:
        return new Date((this.#bytes.readDoubleBE(at + 1) + APPLE_EPOCH_S) * 1000);
      case 0x4:
        return new Uint8Array(this.#slice(at, low, 1));
      case 0x5:
        return this.#slice(at, low, 1).toString('latin1');
      case 0x6:
        return Buffer.from(this.#slice(at, low, 2))
          .swap16()
          .toString('utf16le');
      case 0x8:
        return new PlistUid(Number(this.#integer(at + 1, low + 1)));
      case 0xa:
      case 0xc:
        return this.#refs(at, low, 1).map((each) => this.#object(each, depth + 1));
      case 0xd:
        return this.#dict(this.#refs(at, low, 2), depth);
      default:
        throw new PlistError(`The property list has an object of the unknown kind ${marker}.`);
    }
  }

  #dict(refs: readonly number[], depth: number): PlistValue {
    const half = refs.length / 2;
    const entries = refs.slice(0, half).map((ref, n): [string, PlistValue] => {
      const key = this.#object(ref, depth + 1);
      if (typeof key !== 'string') throw new PlistError('The property list has a key that is no text.');
      return [key, this.#object(refs[half + n] ?? this.#count, depth + 1)];
    });
    return Object.fromEntries(entries);
  }

  /** 16-byte numbers use their lower half. */
  #integer(at: number, size: number): number | bigint {
    if (size > 16) throw new PlistError('The property list has a number that is too long.');
    if (size < 8) return this.#bytes.readUIntBE(at, size);
    const value = size === 16 ? this.#bytes.readBigUInt64BE(at + 8) : this.#bytes.readBigInt64BE(at);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }

  #sized(at: number, low: number): { readonly from: number; readonly count: number } {
    if (low < 15) return { from: at + 1, count: low };
    const size = 1 << (this.#bytes.readUInt8(at + 1) & 0x0f);
    return { from: at + 2 + size, count: Number(this.#integer(at + 2, size)) };
  }

  #slice(at: number, low: number, unit: number): Buffer {
    const { from, count } = this.#sized(at, low);
    if (!(count >= 0) || from + count * unit > this.#table) throw new PlistError('The property list points beyond its end.');
    this.#left -= count * unit;
    if (this.#left < 0) throw new PlistError('The property list has objects that lie over each other.');
    return this.#bytes.subarray(from, from + count * unit);
  }

  #refs(at: number, low: number, perItem: number): readonly number[] {
    const bytes = this.#slice(at, low, this.#refBytes * perItem);
    return Array.from({ length: bytes.length / this.#refBytes }, (_, n) => bytes.readUIntBE(n * this.#refBytes, this.#refBytes));
  }
}
