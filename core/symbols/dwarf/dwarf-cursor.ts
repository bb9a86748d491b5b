import { byteOrZero } from '../bytes/fields.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import type { PagedSection } from './paged-section.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const nothing = new Uint8Array(0);
/** A 64-bit number takes ten bytes. */
const LONGEST_LEB = 10;

/** Undefined when no zero byte ends the text. */
export function textAt(bytes: Uint8Array, at: number): string | undefined {
  const end = bytes.indexOf(0, at);
  return end < 0 ? undefined : decoder.decode(bytes.slice(at, end));
}

/** Reads little-endian numbers in a row. Throws a SymbolError at the end of its bytes. */
export class Cursor {
  bytes: Uint8Array = nothing;
  at = 0;
  end = 0;
  /** Offset in the section of `bytes[0]`. */
  origin = 0;
  name = '';
  /** Set when the section goes on behind the loaded bytes. */
  #section: PagedSection | undefined;

  /** @param origin offset in the section `name` of `bytes[0]` */
  open(bytes: Uint8Array, at: number, end: number, origin: number, name: string): this {
    this.bytes = bytes;
    this.at = at;
    this.end = Math.min(end, bytes.length);
    this.origin = origin;
    this.name = name;
    this.#section = undefined;
    return this;
  }

  openSection(section: PagedSection, offset: number): this {
    const at = section.locate(offset, 1);
    this.open(section.bytes, at, section.bytes.length, section.begin, section.name);
    if (!section.reachesEnd) this.#section = section;
    return this;
  }

  /** In the section. */
  get offset(): number {
    return this.origin + this.at;
  }

  u8(): number {
    const at = this.#take(1);
    return byteOrZero(this.bytes, at);
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    const at = this.#take(2);
    const { bytes } = this;
    return byteOrZero(bytes, at) | (byteOrZero(bytes, at + 1) << 8);
  }

  u24(): number {
    const low = this.u16();
    return low | (this.u8() << 16);
  }

  u32(): number {
    const at = this.#take(4);
    const { bytes } = this;
    return (
      (byteOrZero(bytes, at) | (byteOrZero(bytes, at + 1) << 8) | (byteOrZero(bytes, at + 2) << 16) | (byteOrZero(bytes, at + 3) << 24)) >>>
      0
    );
  }

  /** Rounded above 2^53. */
  u64(): number {
    const low = this.u32();
    return low + this.u32() * 0x1_0000_0000;
  }

  /** An offset between sections. */
  sectionOffset(is64: boolean): number {
    return is64 ? this.u64() : this.u32();
  }

  sized(size: number): number {
    switch (size) {
      case 1:
        return this.u8();
      case 2:
        return this.u16();
      case 3:
        return this.u24();
      case 4:
        return this.u32();
      case 8:
        return this.u64();
      default:
        throw this.malformed(`a number of 1, 2, 4 or 8 bytes`, `a size of ${size}`);
    }
  }

  /** Unsigned LEB128, rounded above 2^53. */
  uleb(): number {
    let byte = this.u8();
    let value = byte & 0x7f;
    for (let scale = 128, count = 1; byte >= 0x80; scale *= 128, count++) {
      if (count === LONGEST_LEB) throw this.malformed('a number of at most 10 bytes', 'a longer one');
      byte = this.u8();
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  /** A number to add modulo 2^64, with its sign: Go writes -0x192040 as 0xffffffffffe6dfc0. Of 4 bytes and fewer without one. */
  summand(size: number): number {
    if (size !== 8) return this.sized(size);
    const low = this.u32();
    return low + (this.u32() | 0) * 0x1_0000_0000;
  }

  /** Unsigned LEB128 of a number to add modulo 2^64, with its sign. */
  ulebSummand(): number {
    const begin = this.at;
    const value = this.uleb();
    if (value < 2 ** 53) return value;
    let exact = 0n;
    for (let at = begin; at < this.at; at++) exact |= BigInt(byteOrZero(this.bytes, at) & 0x7f) << BigInt(7 * (at - begin));
    return Number(BigInt.asIntN(64, exact));
  }

  /** Signed LEB128, rounded beyond 2^53. */
  sleb(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < LONGEST_LEB; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return byte & 0x40 ? value - scale : value;
    }
    throw this.malformed('a number of at most 10 bytes', 'a longer one');
  }

  /** @returns index of the text; the zero byte is skipped */
  skipText(): number {
    const begin = this.at;
    const zero = this.bytes.indexOf(0, begin);
    if (zero < 0 || zero >= this.end) throw this.#endOfBytes('the zero byte of a text');
    this.at = zero + 1;
    return begin;
  }

  skip(length: number): void {
    if (!(length >= 0 && this.at + length <= this.end)) throw this.#endOfBytes(`${length} more bytes`);
    this.at += length;
  }

  malformed(expected: string, found: string): SymbolError {
    return new SymbolError({ reason: 'malformed', file: this.name, offset: this.offset, expected, found });
  }

  unsupported(expected: string, found: string): SymbolError {
    return new SymbolError({ reason: 'unsupported', file: this.name, offset: this.offset, expected, found });
  }

  #take(length: number): number {
    const at = this.at;
    if (at + length > this.end) throw this.#endOfBytes(`${length} more byte${length > 1 ? 's' : ''}`);
    this.at = at + length;
    return at;
  }

  #endOfBytes(expected: string): Error {
    if (this.#section !== undefined) return this.#section.lacking(this.origin, this.bytes.length);
    return this.malformed(expected, `the end at 0x${(this.origin + this.end).toString(16)}`);
  }
}
