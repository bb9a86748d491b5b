import { SymbolError } from './symbol-error.ts';
import { MAX_NAME_BYTES } from './symbol-limits.ts';

const utf8 = new TextDecoder();

/** Checked reads of untrusted little-endian bytes. */
export class Fields {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly name: string;
  readonly #origin: number;

  /** @param origin the offset of `bytes` in the file or section `name` */
  constructor(bytes: Uint8Array, name: string, origin = 0) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.name = name;
    this.#origin = origin;
  }

  get size(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    this.#need(at, 1);
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    this.#need(at, 2);
    return this.#view.getUint16(at, true);
  }

  u32(at: number): number {
    this.#need(at, 4);
    return this.#view.getUint32(at, true);
  }

  /** Exact up to 2^53, rounded above. */
  u64(at: number): number {
    this.#need(at, 8);
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * 2 ** 32;
  }

  word(at: number, size: 4 | 8): number {
    return size === 8 ? this.u64(at) : this.u32(at);
  }

  u32be(at: number): number {
    this.#need(at, 4);
    return this.#view.getUint32(at, false);
  }

  u64be(at: number): number {
    return this.u32be(at) * 2 ** 32 + this.u32be(at + 4);
  }

  /** Text up to the first zero byte. */
  fixedText(at: number, length: number): string {
    this.#need(at, length);
    const zero = this.bytes.subarray(at, at + length).indexOf(0);
    return utf8.decode(this.bytes.subarray(at, at + (zero === -1 ? length : zero)));
  }

  /** Up to a zero byte or the end, at most `most` bytes. */
  text(at: number, most = MAX_NAME_BYTES): string {
    this.#need(at, 1);
    return this.fixedText(at, Math.min(most, this.size - at));
  }

  malformed(at: number, expected: string, found?: string): SymbolError {
    const words = found === undefined ? {} : { found };
    return new SymbolError({ reason: 'malformed', file: this.name, offset: this.#origin + at, expected, ...words });
  }

  #need(at: number, length: number): void {
    if (at < 0 || at + length > this.size) throw this.malformed(Math.max(0, at), `${length} bytes`, 'the end');
  }
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Past a damaged file's end a byte is 0: readers check their bound after a number, and throw a `SymbolError`. */
export function byteOrZero(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
